const LARGEST = 10 * 2 ** 20

/** Why a file cannot be sent, before it is. */
export function whyNotSent({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size <= LARGEST) return undefined
  return `${name} has more than 10 MiB. Put it into the workspace and name its path.`
}
