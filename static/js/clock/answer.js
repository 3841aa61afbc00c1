// The clock as the server has it now: {clock, bells, next}, and `since`, how many seconds ago that was when it was sent.
// Nothing here reads the clock of this computer, which may be wrong.

// How old the answer was when it was sent, in seconds: it may come from the server's memory.
const kept = (answer, at) => {
  const sent = /^sent;dur=(\d+)/.exec(answer.headers.get("Server-Timing") ?? "");
  return sent ? Math.max(0, (Number(sent[1]) - at) / 1000) : 0;
};

// Null where nothing answered, or not with a clock.
export const askForClock = async (address) => {
  try {
    const asked = performance.now();
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    const news = await answer.json();
    // The way back took about half of the time of both ways.
    const onTheWay = (performance.now() - asked) / 2000;
    return { ...news, since: kept(answer, news.at) + onTheWay };
  } catch {
    return null;
  }
};
