import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countProblems, type Problem, problemsIn } from './problems.ts'

const at = (file: string, line: number, column: number | undefined, rest: Partial<Problem> = {}): Partial<Problem> => ({
  file,
  line,
  ...(column !== undefined && { column }),
  severity: 'error',
  ...rest,
})

/** What each program prints, and what that points at. */
const OUTPUTS: Readonly<Record<string, { text: string; problems: readonly Partial<Problem>[] }>> = {
  tsc: {
    text: `src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error.`,
    problems: [at('src/a.ts', 3, 5, { code: 'TS2322' })],
  },
  'tsc --pretty': {
    text: `\u001b[96msrc/a.ts\u001b[0m:\u001b[93m3\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0mType 'string' is not assignable to type 'number'.`,
    problems: [at('src/a.ts', 3, 5, { code: 'TS2322' })],
  },
  eslint: {
    text: `/srv/app/src/a.js\n  3:5   error    'x' is not defined   no-undef\n  9:12  warning  Unexpected console statement  no-console\n\n✖ 2 problems (1 error, 1 warning)`,
    problems: [
      at('src/a.js', 3, 5, { code: 'no-undef', message: "'x' is not defined" }),
      at('src/a.js', 9, 12, { severity: 'warning', code: 'no-console' }),
    ],
  },
  gcc: {
    text: `a.c: In function 'main':\na.c:3:5: error: 'x' undeclared (first use in this function)\n    3 |     x = 1;\na.c:3:5: note: each undeclared identifier is reported only once\na.c:7:9: warning: unused variable 'y' [-Wunused-variable]`,
    problems: [
      at('a.c', 3, 5, { message: "'x' undeclared (first use in this function)" }),
      at('a.c', 7, 9, { severity: 'warning', code: '-Wunused-variable', message: "unused variable 'y'" }),
    ],
  },
  'clang, fatal': {
    text: `main.c:1:10: fatal error: 'nothing.h' file not found`,
    problems: [at('main.c', 1, 10, { message: "'nothing.h' file not found" })],
  },
  ld: {
    text: `/usr/bin/ld: /tmp/cc1.o: in function \`main':\na.c:(.text+0x9): undefined reference to \`missing'\ncollect2: error: ld returned 1 exit status`,
    problems: [{ file: 'a.c', severity: 'error', message: "undefined reference to `missing'" }],
  },
  make: {
    text: `make: *** [Makefile:2: all] Error 1\nMakefile:5: *** missing separator.  Stop.`,
    problems: [
      at('Makefile', 2, undefined, { message: '[Makefile:2: all] Error 1' }),
      at('Makefile', 5, undefined, { message: 'missing separator' }),
    ],
  },
  cmake: {
    text: `CMake Error at CMakeLists.txt:4 (add_executable):\n  Cannot find source file:\n\n    gone.c\n`,
    problems: [at('CMakeLists.txt', 4, undefined, { message: 'Cannot find source file:' })],
  },
  cargo: {
    text: `   Compiling demo v0.1.0 (/srv/app)\nerror[E0308]: mismatched types\n --> src/main.rs:2:18\n  |\nwarning: unused variable: \`y\`\n --> src/main.rs:5:9\nerror: could not compile \`demo\` (bin "demo") due to 1 previous error`,
    problems: [
      at('src/main.rs', 2, 18, { code: 'E0308', message: 'mismatched types' }),
      at('src/main.rs', 5, 9, { severity: 'warning' }),
    ],
  },
  go: {
    text: `# example.com/demo\n./main.go:6:2: undefined: fmt\ncmd/x/main.go:9:15: cannot use "a" (untyped string constant) as int value in assignment`,
    problems: [at('main.go', 6, 2, { message: 'undefined: fmt' }), at('cmd/x/main.go', 9, 15)],
  },
  javac: {
    text: `src/A.java:3: error: ';' expected\n    int x = 1\n             ^\n1 error`,
    problems: [at('src/A.java', 3, undefined, { message: "';' expected" })],
  },
  maven: {
    text: `[INFO] BUILD FAILURE\n[ERROR] /srv/app/src/main/java/A.java:[3,17] ';' expected\n[WARNING] /srv/app/src/main/java/B.java:[9,1] deprecated item is not annotated`,
    problems: [
      at('src/main/java/A.java', 3, 17, { message: "';' expected" }),
      at('src/main/java/B.java', 9, 1, { severity: 'warning' }),
    ],
  },
  'gradle with kotlin': {
    text: `> Task :app:compileKotlin FAILED\ne: file:///srv/app/src/Main.kt:3:13 Unresolved reference: foo\nw: file:///srv/app/src/Main.kt:9:7 Variable 'x' is never used`,
    problems: [
      at('src/Main.kt', 3, 13, { message: 'Unresolved reference: foo' }),
      at('src/Main.kt', 9, 7, { severity: 'warning' }),
    ],
  },
  python: {
    text: `Traceback (most recent call last):\n  File "/srv/app/setup.py", line 12, in <module>\n    main()\n  File "/srv/app/lib/core.py", line 4, in main\n    return 1 / 0\n           ~~^~~\nZeroDivisionError: division by zero`,
    problems: [at('lib/core.py', 4, undefined, { message: 'ZeroDivisionError: division by zero' })],
  },
  'python, a syntax error': {
    text: `  File "a.py", line 3\n    def x(\n         ^\nSyntaxError: '(' was never closed`,
    problems: [at('a.py', 3, undefined, { message: "SyntaxError: '(' was never closed" })],
  },
  esbuild: {
    text: `✘ [ERROR] Could not resolve "./gone"\n\n    src/a.ts:1:14:\n      1 │ import x from './gone'\n\n▲ [WARNING] Duplicate key "a" in object literal\n\n    src/b.ts:4:2:`,
    problems: [
      at('src/a.ts', 1, 14, { message: 'Could not resolve "./gone"' }),
      at('src/b.ts', 4, 2, { severity: 'warning' }),
    ],
  },
  vite: {
    text: `error during build:\n[vite:esbuild] Transform failed with 1 error:\n/srv/app/src/main.ts:3:8: ERROR: Expected ";" but found "x"\nfile: /srv/app/src/main.ts:3:8`,
    problems: [at('src/main.ts', 3, 8)],
  },
  node: {
    text: `/srv/app/build.js:2\nthrow new Error('no')\n^\n\nError: no\n    at Object.<anonymous> (/srv/app/build.js:2:7)`,
    problems: [at('build.js', 2, undefined, { message: 'Error: no' })],
  },
  pytest: {
    text: `FAILED tests/test_a.py::test_b - assert 1 == 2`,
    problems: [{ file: 'tests/test_a.py', message: 'test_b - assert 1 == 2' }],
  },
}

test.each(Object.entries(OUTPUTS))('the problems of %s', (_, { text, problems }) => {
  const found = problemsIn(text.split('\n'), '/srv/app')
  expect(found).toEqual(problems.map(problem => expect.objectContaining(problem)))
})

test('what points at nothing has no problems, and each place is told once', () => {
  expect(problemsIn(['Compiling', 'http://localhost:5173/', '12:30:01 done', ''])).toEqual([])
  expect(problemsIn(['a.c:1:2: error: x', 'a.c:1:2: error: x'])).toHaveLength(1)
  expect(countProblems(problemsIn(['a.c:1:2: error: x', 'a.c:1:3: warning: y']))).toEqual({ errors: 1, warnings: 1 })
})

test('any output is read without an error, and gives at most 200 problems', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('a.c:1:2: error: x', 'error: y', '  File "a.py", line 3', '  1:2  error  z', ' --> a.rs:1:2'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 300 }), lines => {
      const found = problemsIn(lines)
      expect(found.length).toBeLessThanOrEqual(200)
      for (const { file, message } of found) expect([typeof file, typeof message]).toEqual(['string', 'string'])
    }),
    { numRuns: 100 },
  )
})
