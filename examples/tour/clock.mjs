// Loaded before anything else by the processes of the tour. What they do is real; so that it does not all happen within
// one minute, their clock is set back.
const back = Number(process.env.TOUR_BACK_MS ?? 0)
const Now = globalThis.Date

class Earlier extends Now {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Earlier.now()] : parts))
  }

  static now() {
    return Now.now() - back
  }
}

globalThis.Date = Earlier
