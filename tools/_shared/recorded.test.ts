import { expect, test } from 'vitest'
import { type Problem, problemsIn } from './problems.ts'

/** What each program printed in the version that is named, word for word; only the folder was another one. */
const RECORDED: readonly (readonly [program: string, output: string, problems: readonly string[]])[] = [
  [
    'cargo 1.95.0',
    `   Compiling shop v0.1.0 (/srv/app/c)
error[E0425]: cannot find value \`totl\` in this scope
 --> src/main.rs:6:20
  |
6 |     println!("{}", totl);
  |                    ^^^^
  |
help: a local variable with a similar name exists
  |
6 |     println!("{}", total);
  |                       +

error[E0308]: mismatched types
 --> src/cart.rs:2:5
  |
1 | pub fn total(items: &[&str]) -> u32 {
  |                                 --- expected \`u32\` because of return type
2 |     items.len()
  |     ^^^^^^^^^^^ expected \`u32\`, found \`usize\`
  |
help: you can convert a \`usize\` to a \`u32\` and panic if the converted value doesn't fit
  |
2 |     items.len().try_into().unwrap()
  |                ++++++++++++++++++++

Some errors have detailed explanations: E0308, E0425.
For more information about an error, try \`rustc --explain E0308\`.
error: could not compile \`shop\` (bin "shop") due to 2 previous errors`,
    [
      'src/main.rs:6:20 error E0425 cannot find value `totl` in this scope',
      'src/cart.rs:2:5 error E0308 mismatched types',
    ],
  ],
  [
    'go 1.26.8, go build',
    `# example.com/shop
./main.go:5:2: "os" imported and not used
./main.go:11:6: declared and not used: n
./main.go:11:14: cannot use "one" (untyped string constant) as int value in variable declaration
./main.go:12:28: undefined: missing`,
    [
      'main.go:5:2 error "os" imported and not used',
      'main.go:11:6 error declared and not used: n',
      'main.go:11:14 error cannot use "one" (untyped string constant) as int value in variable declaration',
      'main.go:12:28 error undefined: missing',
    ],
  ],
  [
    'go 1.26.8, a syntax error in a package',
    `# example.com/shop/cart
cart/cart.go:5:1: syntax error: unexpected ), expected }`,
    ['cart/cart.go:5:1 error syntax error: unexpected ), expected }'],
  ],
  [
    'go 1.26.8, go vet',
    `# example.com/shop
# [example.com/shop]
vet: ./main.go:11:14: cannot use "one" (untyped string constant) as int value in variable declaration`,
    ['main.go:11:14 error cannot use "one" (untyped string constant) as int value in variable declaration'],
  ],
  [
    'javac 17.0.15',
    `A.java:7: error: ';' expected
    return missing
                  ^
1 error`,
    ["A.java:7 error ';' expected"],
  ],
  [
    'javac 17.0.15 with -Xlint:all',
    `B.java:4: warning: [rawtypes] found raw type: List
  List names = new ArrayList();
  ^
  missing type arguments for generic class List<E>
  where E is a type-variable:
    E extends Object declared in interface List
B.java:4: warning: [rawtypes] found raw type: ArrayList
  List names = new ArrayList();
                   ^
  missing type arguments for generic class ArrayList<E>
  where E is a type-variable:
    E extends Object declared in class ArrayList
B.java:6: warning: [unchecked] unchecked call to add(E) as a member of the raw type List
    names.add("x");
             ^
  where E is a type-variable:
    E extends Object declared in interface List
B.java:7: error: incompatible types: int cannot be converted to String
    String s = 1;
               ^
B.java:8: error: cannot find symbol
    return gone;
           ^
  symbol:   variable gone
  location: class B
2 errors
3 warnings`,
    [
      'B.java:4 warning rawtypes found raw type: List',
      'B.java:4 warning rawtypes found raw type: ArrayList',
      'B.java:6 warning unchecked unchecked call to add(E) as a member of the raw type List',
      'B.java:7 error incompatible types: int cannot be converted to String',
      'B.java:8 error cannot find symbol',
    ],
  ],
  [
    'gcc 12.2.0 and its linker',
    `main.c: In function ‘main’:
main.c:3:10: error: ‘missing’ undeclared (first use in this function)
    3 |   return missing;
      |          ^~~~~~~
main.c:3:10: note: each undeclared identifier is reported only once for each function it appears in
main.c:2:7: warning: unused variable ‘unused’ [-Wunused-variable]
    2 |   int unused = 1;
      |       ^~~~~~
two.c:1:10: fatal error: gone.h: No such file or directory
    1 | #include "gone.h"
      |          ^~~~~~~~
compilation terminated.
/usr/bin/ld: /tmp/ccdnFHMo.o: in function \`main':
three.c:(.text+0x5): undefined reference to \`gone'
collect2: error: ld returned 1 exit status`,
    [
      'main.c:3:10 error ‘missing’ undeclared (first use in this function)',
      'main.c:2:7 warning -Wunused-variable unused variable ‘unused’',
      'two.c:1:10 error gone.h: No such file or directory',
      "three.c error undefined reference to `gone'",
    ],
  ],
  [
    'GNU make 4.3',
    `gcc -Wall -c main.c
main.c: In function ‘main’:
main.c:3:10: error: ‘missing’ undeclared (first use in this function)
    3 |   return missing;
      |          ^~~~~~~
main.c:3:10: note: each undeclared identifier is reported only once for each function it appears in
main.c:2:7: warning: unused variable ‘unused’ [-Wunused-variable]
    2 |   int unused = 1;
      |       ^~~~~~
make: *** [Makefile:2: all] Error 1`,
    [
      'main.c:3:10 error ‘missing’ undeclared (first use in this function)',
      'main.c:2:7 warning -Wunused-variable unused variable ‘unused’',
      'Makefile:2 error [Makefile:2: all] Error 1',
    ],
  ],
  [
    'cmake 3.25.1',
    `-- The C compiler identification is GNU 12.2.0
-- Detecting C compiler ABI info
-- Detecting C compiler ABI info - done
-- Check for working C compiler: /usr/bin/cc - skipped
-- Detecting C compile features
-- Detecting C compile features - done
-- Configuring done
CMake Error at CMakeLists.txt:3 (add_executable):
  Cannot find source file:

    gone.c

  Tried extensions .c .C .c++ .cc .cpp .cxx .cu .mpp .m .M .mm .ixx .cppm .h
  .hh .h++ .hm .hpp .hxx .in .txx .f .F .for .f77 .f90 .f95 .f03 .hip .ispc


CMake Error at CMakeLists.txt:3 (add_executable):
  No SOURCES given to target: shop


CMake Generate step failed.  Build files cannot be regenerated correctly.`,
    ['CMakeLists.txt:3 error Cannot find source file:', 'CMakeLists.txt:3 error No SOURCES given to target: shop'],
  ],
  [
    'esbuild 0.28.2',
    `▲ [WARNING] Duplicate key "b" in object literal [duplicate-object-key]

    a.ts:3:24:
      3 │ export const a = {b: 1, b: 2}
        ╵                         ^

  The original key "b" is here:

    a.ts:3:18:
      3 │ export const a = {b: 1, b: 2}
        ╵                   ^

1 warning

  o.js  68b 

⚡ Done in 21ms`,
    ['a.ts:3:24 warning duplicate-object-key Duplicate key "b" in object literal'],
  ],
  [
    'tsc 7.0.2',
    `a.ts(1,19): error TS2307: Cannot find module './gone' or its corresponding type declarations.
a.ts(2,14): error TS2322: Type 'string' is not assignable to type 'number'.
a.ts(3,25): error TS1117: An object literal cannot have multiple properties with the same name.`,
    [
      "a.ts:1:19 error TS2307 Cannot find module './gone' or its corresponding type declarations.",
      "a.ts:2:14 error TS2322 Type 'string' is not assignable to type 'number'.",
      'a.ts:3:25 error TS1117 An object literal cannot have multiple properties with the same name.',
    ],
  ],
  [
    'node 20.20.2',
    `/srv/app/es/b.js:3



SyntaxError: Unexpected end of input
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)`,
    ['es/b.js:3 error SyntaxError: Unexpected end of input'],
  ],
  [
    'python 3.11.7',
    `  File "/srv/app/es/c.py", line 1
    def x(:
          ^
SyntaxError: invalid syntax`,
    ['es/c.py:1 error SyntaxError: invalid syntax'],
  ],
]

test.each(RECORDED)('%s', (_, output, problems) => {
  expect(problemsIn(output.split('\n'), '/srv/app').map(told)).toEqual(problems)
})

function told({ file, line, column, severity, code, message }: Problem): string {
  const place = [file, line, column].filter(part => part !== undefined).join(':')
  return [place, severity, code, message].filter(part => part !== undefined).join(' ')
}
