/** The one-time code in what a person pastes: the code itself, or the whole printed address. */
export function codeIn(text: string): string {
  return /[#&]c=([^&\s]+)/.exec(text)?.[1] ?? text.trim()
}
