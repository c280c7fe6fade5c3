import { termsOf } from './tokenize.ts'

/** What programmers write short and people write out, each line one thing. */
const GROUPS = `string str|dictionary dict|directory dir|integer int|number num|delete del|function func fn|argument arg
  parameter param|configuration config cfg conf|maximum max|minimum min|length len|character char|message msg|error err
  database db|image img|information info|initialize init|execute exec|environment env|object obj|request req
  response resp|address addr|value val|variable var|attribute attr|property prop|element elem|index idx
  temporary tmp temp|source src|destination dest dst|previous prev|current cur curr|average avg|calculate calc
  concatenate concat|context ctx|difference diff|document doc|format fmt|frequency freq|generate gen|library lib
  memory mem|password pwd passwd|random rand|reference ref|repository repo|sequence seq|separator sep
  specification spec|statistics stat|synchronize sync|vector vec|version ver|iterate iter|evaluate eval
  expression expr|regexp regex|authentication auth|column col|command cmd|decimal dec|description desc|position pos
  application app|package pkg|second sec|pointer ptr|buffer buf`

const SPELLINGS: readonly (readonly string[])[] = GROUPS.split(/[|\n]/).map(group => [...new Set(termsOf(group))])
const LONG = new Map(SPELLINGS.flatMap(([long = '', ...short]) => short.map(term => [term, long])))
const ALL = new Map(SPELLINGS.map(group => [group[0], group]))

/** One term for all the ways in which programmers write the same word, so that `dict` is found by "dictionary". */
export function spelledOut(term: string): string {
  return LONG.get(term) ?? term
}

/** The ways in which a term may be written. */
export function spellingsOf(term: string): readonly string[] {
  return ALL.get(spelledOut(term)) ?? [term]
}
