import { termsOf } from './tokenize.ts'

/** Words of questions and grammar that say nothing about what is looked for, in their stemmed form. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  termsOf(`a about above after again all also am an and any are as at be because been before being between both but by
    can could did do does doing done during each either etc few for from further get gets got had has have having he her
    here hers him his how however i if in into is it its itself just kind let many may me might more most much must my
    no nor not of off often on once one only onto or other our ours out over own please s same shall she should since so
    some such t tell than that the their theirs them then there these they thing things this those though through to too
    under until up upon us use used uses using very via was we were what whatever when where whether which while who
    whom whose why will with within without would yet you your yours`),
)
