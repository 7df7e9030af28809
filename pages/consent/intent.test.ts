import { expect, test } from 'vitest'
import {
  effectOf,
  effectOfBox,
  effectOfCode,
  isReconsidering,
  permissionInCode,
  permissionInText,
  saidEffect,
} from './intent.ts'

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
  // Words for denials are known in more languages than words for grants: the shared words would be read as a denial.
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
  ['Share my name', 'grant'],
  ['Full name', 'grant'],
  ['Name, but not the photo', 'grant'],
  ['Share my name without my photo', 'grant'],
  ['E-mail address (never shared with anybody else)', 'grant'],
  ['I have no objection to sharing my name', 'grant'],
  ['Do not share this', 'deny'],
  ['I don’t want to share my name', 'deny'],
  ['My phone number must not be shared', 'deny'],
  ['Name nicht freigeben', 'deny'],
  ['Keep my telephone number private', 'deny'],
  ['I would rather keep my name to myself', 'deny'],
  ['Leave out my identity card', 'deny'],
  ['Hide my name', 'deny'],
])('a checkbox %s: %s', (label, effect) => {
  expect(effectOfBox(label)).toBe(effect)
})

test.each([
  ['Allow', 'grant'],
  ['Yes, please share my name', 'grant'],
  ['Provide the identity card', undefined],
  ['Deny access to my e-mail address', 'deny'],
  ['I do not agree', 'deny'],
  ['Ne pas partager', 'deny'],
  ['Telefonnummer nicht freigeben', 'deny'],
  ['denied', 'deny'],
  ['Yes', undefined],
  ['My name', undefined],
  ['Hide my name', undefined],
  ['Share with nobody', undefined],
  ['Share nothing', undefined],
  ['Allow only once', undefined],
  ['Autoriser jamais', undefined],
  ['Refuse to share my name', undefined],
  ['Do not deny access', undefined],
  ['Consent withheld', undefined],
  ['Enable privacy for my name', undefined],
  ['Partage désactivé', undefined],
])('%s leaves no doubt, if all of its words are plain: %s', (text, effect) => {
  expect(saidEffect(text)).toBe(effect)
})

test.each([
  ['Change', true],
  ['Antworten bearbeiten', true],
  ['Save changes', false],
  ['Looks good', false],
])('%s leads back to the decision: %s', (label, isBack) => {
  expect(isReconsidering(label)).toBe(isBack)
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
