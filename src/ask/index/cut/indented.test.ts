import { expect, test } from 'vitest'
import { declarationsOf, scriptOf } from './indented.ts'

const KOTLIN = `package shop

@Service
class Basket(private val prices: Prices) {
    fun total(): Int {
        return 1
    }

    private suspend fun load(
        id: String,
    ) {
        fetch(id)
    }
}

fun main() = run()`

test('the functions and classes of a language without a grammar are found by their words and indentation', () => {
  expect(declarationsOf(KOTLIN.split('\n'))).toEqual([
    { name: 'Basket', names: ['Basket'], first: 3, last: 13 },
    { name: 'total', names: ['Basket', 'total'], first: 4, last: 6 },
    { name: 'load', names: ['Basket', 'load'], first: 8, last: 12 },
    { name: 'main', names: ['main'], first: 15, last: 15 },
  ])
})

test.each([
  ['public final class Shop: Store {', 'Shop'],
  ['extension Shop {', 'Shop'],
  ['  override func viewDidLoad() {', 'viewDidLoad'],
  ['case class Item(name: String)', 'Item'],
  ['local function trim(s)', 'trim'],
  ['  init(name: String) {', 'init'],
])('%s declares %s', (line, name) => {
  expect(declarationsOf([line])).toMatchObject([{ name }])
})

test('what is no declaration is none', () => {
  expect(declarationsOf(['val x = functional()', '// a class of its own', 'return object', 'classic()'])).toEqual([])
})

test('the script of a component keeps its lines', () => {
  expect(
    scriptOf(['<template>', '<p/>', '</template>', '<script setup lang="ts">', 'const a = 1', '</script>']),
  ).toEqual(['', '', '', '', 'const a = 1', ''])
})
