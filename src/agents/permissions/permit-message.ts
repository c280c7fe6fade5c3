/** The kind of the letter by which a person answers what an agent asks. */
export const PERMIT_MESSAGE = 'permit'
