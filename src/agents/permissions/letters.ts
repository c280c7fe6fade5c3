/** The kind of the letter by which a person answers what an agent asks. */
export const PERMIT = 'permit'
