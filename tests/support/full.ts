/** The long forms of `npm run faults`; `npm test` takes the short ones. */
export const full = process.env['FURROW_FAULTS'] === 'full'
