// SPDX-License-Identifier: GPL-3.0-or-later

/// Builds a page into `root`. When it is left, the signal ends whatever still runs for it.
export type Page = (root: HTMLElement, parameters: URLSearchParams, signal: AbortSignal) =>
    void|Promise<void>;

/// The position of a link, whose blanks are underscores there.
export const fenOf = (parameters: URLSearchParams): string|null =>
    parameters.get('fen')?.replaceAll('_', ' ') ?? null;

export const linkTo = (page: string, fen: string): string =>
    `#/${page}?fen=${fen.replaceAll(' ', '_')}`;

/// Changes the address without opening the page anew.
export function setAddress(hash: string): void { history.replaceState(null, '', hash); }
