/** Class names that apply; what is false or undefined falls away. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
