// A worker: browsers slow the timers of a hidden page down to one a minute, and those of a worker not.
setInterval(() => postMessage(null), 250);
