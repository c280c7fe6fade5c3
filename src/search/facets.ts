export type FacetFilter = readonly (readonly string[])[]

/** A facet as one word that no tokenizer takes apart and no text can contain by chance. */
function facetToken(facet: string): string {
  return `f${Buffer.from(facet).toString('hex')}`
}

export function facetTokens(facets: readonly string[]): string {
  return facets.map(facetToken).join(' ')
}

/** Tells whether a document's facets, as they are stored, satisfy every list. */
export function satisfying(within: FacetFilter): (stored: string) => boolean {
  const lists = within.map(list => list.map(facet => ` ${facetToken(facet)} `))
  return stored => {
    const text = ` ${stored} `
    return lists.every(list => list.some(token => text.includes(token)))
  }
}

/** The same as a condition of FTS5. */
export function facetExpression(within: FacetFilter): string {
  return within.map(list => `facets : (${list.map(facet => `"${facetToken(facet)}"`).join(' OR ')})`).join(' AND ')
}
