// Stands in for zod inside the SDK's own modules in the build. The SDK makes some 1,500 schemas at every start, of which
// one connection uses about 150; here a schema is made when something first looks at it, which is a seventh of the time
// from the start of the process to the answered `tools/list`.
import {
  any,
  array,
  boolean,
  coerce,
  discriminatedUnion,
  email,
  enum as enumOf,
  intersection,
  iso,
  lazy,
  literal,
  looseObject,
  NEVER,
  null as nullOf,
  number,
  object,
  optional,
  preprocess,
  record,
  safeParse,
  string,
  toJSONSchema,
  union,
  unknown,
  url,
} from 'zod/v4'

type Make = (...args: never[]) => object

const makers: Readonly<Record<string, Make>> = {
  any,
  array,
  boolean,
  discriminatedUnion,
  email,
  enum: enumOf,
  intersection,
  lazy,
  literal,
  looseObject,
  null: nullOf,
  number,
  object,
  optional,
  preprocess,
  record,
  string,
  union,
  unknown,
  url,
}

/** Methods that only make a further schema out of one. */
const CHAINED: ReadonlySet<string> = new Set([
  ...['and', 'catch', 'catchall', 'default', 'describe', 'extend', 'int', 'loose', 'max', 'merge', 'min', 'nullable'],
  ...['omit', 'optional', 'or', 'partial', 'passthrough', 'pick', 'pipe', 'refine', 'startsWith', 'strict', 'strip'],
  ...['superRefine', 'transform', 'url'],
])

export const z: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [name, (...args: never[]) => deferred(() => make(...args))]),
  ),
  coerce,
  iso,
  NEVER,
  safeParse,
  toJSONSchema,
  ZodIssueCode: { custom: 'custom' },
}

function deferred(make: () => object): object {
  let made: object | undefined
  const schema = (): object => {
    made ??= make()
    return made
  }
  return new Proxy(
    {},
    {
      get(_target, key) {
        if (made !== undefined || typeof key !== 'string' || !CHAINED.has(key)) return Reflect.get(schema(), key)
        return (...args: never[]) => deferred(() => (Reflect.get(schema(), key) as Make)(...args))
      },
      set: (_target, key, value) => Reflect.set(schema(), key, value),
      has: (_target, key) => Reflect.has(schema(), key),
      ownKeys: () => Reflect.ownKeys(schema()),
      getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
      getOwnPropertyDescriptor(_target, key) {
        const found = Reflect.getOwnPropertyDescriptor(schema(), key)
        return found && { ...found, configurable: true }
      },
    },
  )
}
