/** Passes on the 1st, 10th, 100th message and so on, with the count: what a stranger can cause must not fill a log. */
export function reportRarely(report: (message: string) => void): (message: string) => void {
  let count = 0
  return message => {
    count += 1
    if (count === 1) report(message)
    else if (/^10+$/.test(String(count))) report(`${message} (${count} times so far)`)
  }
}
