const MARKS: readonly (readonly [RegExp, string])[] = [
  // Headings, quotes, bullets and boxes at the beginning of a line.
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)+/gm, ''],
  [/^[ \t]*(?:```.*|-{3,}|\*{3,})$/gm, ''],
  [/!?\[([^\]\n]{1,200})\]\([^)\s]{1,500}\)/g, '$1'],
  [/(\*\*|__|`)([^\n]{1,300}?)\1/g, '$2'],
  [/\n{2,}/g, '\n'],
]

/** A passage as a list shows it: the words of a markdown text, without its marks and its empty lines. */
export function plainMarkdown(passage: string): string {
  return MARKS.reduce((text, [mark, by]) => text.replace(mark, by), passage).trim()
}
