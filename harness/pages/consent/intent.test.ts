import { expect, test } from 'vitest'
import { effectOf, effectOfCode, permissionInCode, permissionInText } from './intent.ts'

const permissions = ['name', 'email', 'phone', 'id_card', 'liveness']

test.each([
  ['Allow', 'grant'],
  ['Don’t share', 'deny'],
  ['email:granted', 'grant'],
  ['denied_permissions[]', 'deny'],
  ['Nicht erlauben', 'deny'],
  ['Ne pas partager', 'deny'],
  ['Autoriser', 'grant'],
  ['Sí', 'grant'],
  // A denial is known in more languages than a grant: with the words that they share it would be read as one.
  ['Não autorizar', 'deny'],
  ['Niet accepteren', 'deny'],
  ['Non autorizzare', 'deny'],
  ['Share my e-mail address, which nobody else will get, not even us', 'grant'],
  ['permission_id_card', undefined],
  ['liveness', undefined],
])('%s: %s', (text, effect) => {
  expect(effectOf(text)).toBe(effect)
})

test.each([
  ['1', 'Cancel', undefined],
  ['1', 'Continue', undefined],
  ['1', 'Share', 'grant'],
  ['deny', 'Cancel', 'deny'],
])('the value %s of a button %s: %s', (code, name, effect) => {
  expect(effectOfCode(code, name)).toBe(effect)
})

test('finds permissions by their names in code and in text', () => {
  expect(permissionInCode('permissions[id-card]', permissions)).toBe('id_card')
  expect(permissionInCode('grantIdCard', permissions)).toBe('id_card')
  expect(permissionInCode('name,email', permissions)).toBeUndefined()
  expect(permissionInText('Identity card: your name and photo', permissions)).toBe('id_card')
  expect(permissionInText('Correo electrónico', permissions)).toBe('email')
  expect(permissionInText('Something else', permissions)).toBeUndefined()
})
