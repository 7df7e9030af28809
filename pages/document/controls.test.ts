import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { consentControlsOf } from '../consent/controls.ts'
import { readPage } from '../reading/read-page.ts'
import { controlsOf, shareForm, textFieldsOf } from './controls.ts'
import { liveAttributes, markLive } from './live-document.ts'

const url = 'http://127.0.0.1:4010/consent/1'

const text = 'word '.repeat(20_000)

const named = [
  [
    'a separate element',
    `<form><input name=a aria-labelledby=x><button aria-labelledby=x>a</button></form><p id=x>${text}`,
  ],
  ['a label', `<form><label for=x>${text}</label><input name=a id=x><input type=checkbox name=b id=x></form>`],
  ['a label around it', `<form><label>${text}<input name=a><input type=checkbox name=b></label></form>`],
  ['its content', `<form><input name=a placeholder="${text}"><button>${text}</button></form>`],
  ['the text beside it', `<form><input name=a title="${text}"><input type=checkbox name=b>${text}</form>`],
] as const

describe('a control', () => {
  test('in a template does not count until a script puts it into the page', async () => {
    const markup = '<form><input name=a><button>Pay</button>'
    const origin = { url }
    const controls = async (text: string) => controlsOf({ $: (await readPage({ text }, origin)).$, url }).length
    expect(await controls(`<div>${markup}</form></div>`)).toBe(1)
    expect(await controls(`<template><div>${markup}</form></div></template>`)).toBe(0)
  })

  test.each(named)('has its name truncated: %s', (_by, markup) => {
    const document = { $: load(markup), url }
    const found = [...controlsOf(document), ...textFieldsOf(document)]
    expect(found).toHaveLength(2)
    for (const { name } of found) {
      expect(name.startsWith('word word')).toBe(true)
      expect(name.length).toBeLessThanOrEqual(4_000)
    }
  })

  test('that a script turns into an option belongs to the form around it', () => {
    const { role, name } = liveAttributes
    const option = `<ul role=listbox><li role=option ${role}=option ${name}=Allow>Allow</ul>`
    const $ = markLive(load(`<form>${option}<button ${role}=button ${name}=Send>Send</button></form>`))
    const document = { $, url }
    const [allow, send] = controlsOf(document)
    expect(allow && send && shareForm(document, allow, send)).toBe(true)
  })

  test('is read even if many have the same long name and form', () => {
    const names = Array.from({ length: 200 }, () => '<input type=radio name=a value=allow aria-labelledby=x>')
    const document = { $: load(`<form>${names.join('')}<p id=x>${text}</form>`), url }
    expect(consentControlsOf(document, ['email'], () => []).controls).toHaveLength(200)
  })
})
