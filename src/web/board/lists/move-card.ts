/** The list with the item at a place one up (-1) or one down (1); at an end it stays. */
export function moveCard<T>(items: readonly T[], index: number, by: 1 | -1): T[] {
  const item = items[index]
  const other = items[index + by]
  if (item === undefined || other === undefined) return [...items]
  return items.map((each, at) => (at === index ? other : at === index + by ? item : each))
}
