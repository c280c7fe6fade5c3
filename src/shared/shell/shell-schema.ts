import * as z from 'zod'

/** A command that a person may paste, in an output: a string for every door, a `ShellText` for who makes it. */
export const PastedCommand = z.string().brand<'ShellText'>()
