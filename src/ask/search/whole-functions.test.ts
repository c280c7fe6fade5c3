import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

interface Written {
  readonly before?: readonly string[]
  readonly signature: string
  readonly statement: (n: number) => string
  readonly words: string
  readonly end?: readonly string[]
  readonly after?: readonly string[]
}

const braces = (signature: string, indent = ''): Written => ({
  signature: `${indent}${signature} {`,
  statement: n => `${indent}  step(${n});`,
  words: `${indent}  walrus(tusk);`,
  end: [`${indent}}`],
})
const inside = (opening: string, signature: string): Written => ({
  ...braces(signature, '  '),
  before: [opening],
  after: ['', `  ${signature.replace(/sail/i, 'moor')} {}`, '}'],
})
const script = braces('function sail(sea)')

/** One function of 73 lines in every language that is promised, its words right before its end. */
const LANGUAGES: Readonly<Record<string, Written>> = {
  'a.js': { ...script, before: ["import { step } from './b.js'", ''], after: ['', 'function moor() {}'] },
  'a.ts': braces('export function sail(sea: Sea): void'),
  'a.jsx': { ...script, end: ['  return <Boat tusk={tusk} />', '}'] },
  'a.tsx': { ...braces('export function Sail({ sea }: Props)'), end: ['  return <Boat />', '}'] },
  'a.vue': { ...script, before: ['<template><p /></template>', '<script>'], after: ['</script>'] },
  'a.svelte': { ...script, before: ['<script lang="ts">'], after: ['</script>', '<p />'] },
  'a.go': { ...braces('func Sail(sea Sea)'), before: ['package boats', ''] },
  'a.rs': inside('impl Boat {', 'pub fn sail(&self, sea: Sea)'),
  'A.java': inside('class Boat {', 'public void sail(Sea sea)'),
  'a.kt': inside('class Boat {', 'fun sail(sea: Sea)'),
  'a.c': braces('static void sail(struct sea *sea)'),
  'a.cpp': { ...braces('void Boat::sail(const Sea &sea)'), before: ['#include "boat.h"', ''] },
  'a.cs': inside('class Boat {', 'public void Sail(Sea sea)'),
  'a.php': { ...braces('function sail($sea)'), before: ['<?php'] },
  'a.swift': inside('struct Boat {', 'func sail(sea: Sea)'),
  'a.rb': {
    before: ['class Boat'],
    signature: '  def sail(sea)',
    statement: n => `    step(${n})`,
    words: '    walrus(tusk)',
    end: ['  end'],
    after: ['', '  def moor', '  end', 'end'],
  },
  'a.py': {
    before: ['import step', ''],
    signature: 'def sail(sea):',
    statement: n => `    step(${n})`,
    words: '    walrus(tusk)',
    after: ['', 'def moor():', '    pass'],
  },
}

test.each(Object.entries(LANGUAGES))('in %s a function is cited whole, with its signature', async (file, written) => {
  await using lab = await openLab({ git: false })
  const { before = [], signature, statement, words, end = [], after = [] } = written
  const body = Array.from({ length: 70 }, (_, n) => statement(n))
  const whole = [signature, ...body, words, ...end]
  lab.write(file, [...before, ...whole, ...after, ''].join('\n'))
  const { sources } = await lab.call('ask.search', { question: 'where is the walrus tusk?', limit: 1 })
  expect(sources[0]?.excerpt).toContain(whole.join('\n'))
  expect(sources[0]?.excerpt).not.toContain('moor')
})
