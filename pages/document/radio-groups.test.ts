import { expect, test } from 'vitest'
import { parse } from '../reading/parse.ts'
import { radioGroup } from './forms.ts'
import { liveAttributes } from './live-document.ts'

const radio = (name: string) => `<li><button type=button ${liveAttributes.role}=radio>${name}</button></li>`

test.each([
  [
    'a radiogroup',
    `<div role=radiogroup><p>${radio('a')}</p>${radio('b')}</div><div role=radiogroup>${radio('c')}</div>`,
  ],
  ['a list', `<ul>${radio('a')}${radio('b')}</ul><ul>${radio('c')}${radio('d')}</ul>`],
])('radio buttons that a script makes are one choice in %s', (_where, html) => {
  const { $ } = parse({ text: `<form>${html}<input type=radio name=x></form>` })
  const [first, second, third] = $('button').toArray()
  if (!first || !third) throw new Error('the page has no radio buttons')
  expect(radioGroup($, first)).toEqual([first, second])
  expect(radioGroup($, third)).not.toContain(first)
})
