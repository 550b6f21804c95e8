# SPDX-License-Identifier: GPL-3.0-or-later
"""A UCI engine that knows no chess and misbehaves as its arguments say.

It shuffles its king between g1 and f1, or g8 and f8, in positions where that is legal. Arguments,
each with the number of moves made in the game from which on it applies (0 if none is given):

  play:MOVE crash:N hang:N late:N illegal:N none:N slow:N flood:N child:FILE mute log:FILE

"scores:30,-20,m3" are what it says in turn, by the number of moves made; "once:FILE" makes "crash"
a matter of the first time, after which there is such a file.
"""
import os
import signal
import subprocess
import sys
import time

behaviours = dict((word.split(":", 1) + ["0"])[:2] for word in sys.argv[1:])
moves_made = 0
thinking = False
parent = os.getppid()


def say(text):
    print(text, flush=True)


def due(name):
    return name in behaviours and moves_made >= int(behaviours[name])


def sleep_forever():
    """As long as whoever started it is there."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while os.getppid() == parent:
        time.sleep(1)
    sys.exit()


def shuffle():
    return {0: "g1f1", 1: "g8f8", 2: "f1g1", 3: "f8g8"}[moves_made % 4]


def score():
    scores = behaviours.get("scores", "25").split(",")
    text = scores[min(moves_made, len(scores) - 1)]
    return "mate " + text[1:] if text.startswith("m") else "cp " + text


def crashes():
    if not due("crash") or os.path.exists(behaviours.get("once", "")):
        return False
    if "once" in behaviours:
        open(behaviours["once"], "w").close()
    return True


def go():
    global thinking
    if crashes():
        print("the bishop has left the building", file=sys.stderr, flush=True)
        sys.exit(3)
    if due("hang"):
        sleep_forever()
    if due("flood"):
        while True:
            sys.stdout.write("x" * 65536)
    if due("late"):
        thinking = True
        return
    if due("slow"):
        time.sleep(0.4)
    say("info depth 7 score %s nodes 99 pv %s" % (score(), shuffle()))
    if due("illegal"):
        say("bestmove e2e5")
    elif due("none"):
        say("bestmove (none)")
    else:
        say("bestmove " + behaviours.get("play", shuffle()))


if "child" in behaviours:
    child = subprocess.Popen(["sleep", "100"])
    with open(behaviours["child"], "w") as file:
        file.write(str(child.pid))
if "mute" in behaviours:
    sleep_forever()

for line in sys.stdin:
    words = line.split()
    if "log" in behaviours:
        with open(behaviours["log"], "a") as file:
            file.write(line)
    if words == ["uci"]:
        say("id name Fake\noption name Hash type spin default 1 min 1 max 9")
        say("option name Skill Level type spin default 1 min 1 max 9\nuciok")
    elif words == ["isready"]:
        say("readyok")
    elif words[:1] == ["position"]:
        moves_made = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[:1] == ["go"]:
        go()
    elif words == ["stop"] and thinking:
        thinking = False
        say("bestmove " + shuffle())
    elif words == ["quit"]:
        break
