import { expect, test } from 'vitest'
import { textOf } from '../../../pages/document/dom.ts'
import { readPage } from '../../../pages/reading/read-page.ts'
import { visibleDocument } from './visible-document.ts'

test.each([
  ['<p style="visibility: hidden">a</p>b', 'b'],
  ['<p style="display : none;color:red">a</p>b', 'b'],
  ['<style>.x{visibility:hidden;animation:show 1s forwards}</style><p class=x>a</p>b', 'a b'],
  ['<style>.x{visibility:hidden}.y{visibility:visible}</style><p class=x><i class=y>a</i></p>b', 'a b'],
  ['<style>.x { color: red; display: none }</style><p class=x>a</p>b', 'b'],
  ['<style>/* .x{ */ p > .x,.y{visibility:hidden}</style><p><i class=x>a</i> b', 'b'],
  ['<style>.x{display:none}.x.open{display:block}</style><p class=x>a</p>b', 'b'],
  ['<style>.x{display:none}p:hover .x{display:block}</style><p><i class=x>a</i> b', 'a b'],
  ['<style>.x{display:none}#t:checked~.x{display:block}</style><input type=radio id=t><p class=x>a</p>b', 'a b'],
  ['<style>@media (max-width:9em){.y{display:none}.x{display:block}}.x{display:none}</style><p class=x>a</p>b', 'a b'],
  ['<style>@media print{.x{display:none}}</style><p class=x>a</p>b', 'a b'],
  ['<style>.z{color:red;.x{display:none}}</style><p class=x>a</p>b', 'a b'],
  ['<style>@media print{.y{color:red}} .x{display:none}</style><p class=x>a</p>b', 'b'],
  ['<style>.x:not(.y){display:none}</style><p class=x>a</p>b', 'a b'],
  ['<style>)({display:none} @import "x"; .x{display:none!important}</style><p class=x>a</p>b', 'b'],
])('%s shows %s', async (html, text) => {
  const { $ } = await readPage({ text: html }, { url: 'http://page.example/' })
  expect(textOf(await visibleDocument($))).toBe(text)
})
