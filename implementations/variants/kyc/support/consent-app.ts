import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject } from '../../../../protocol/json/json.ts'
import { consentHeaders } from '../../../../reference/kyc/consent/markup.ts'
import { descriptions } from '../../../../reference/kyc/consent/permissions.ts'
import type { ConsentView, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { html } from '../../../../reference/service/html.ts'
import { allowScript, dataTag, scriptTag } from '../../../support/scripts.ts'

const script = `
const view = JSON.parse(document.getElementById('view').textContent)
const app = document.getElementById('app')
const choices = new Map()
const add = (parent, name, text = '', attributes = {}) => {
  const element = document.createElement(name)
  element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return parent.appendChild(element)
}
const addButton = (parent, text, onClick, attributes = {}) => {
  const button = add(parent, 'button', text, { type: 'button', ...attributes })
  button.addEventListener('click', onClick)
  return button
}
const listOf = choice => view.permissions.filter(permission => choices.get(permission) === choice).join()
const send = async () => {
  const lists = { granted_permissions: listOf('granted'), denied_permissions: listOf('denied') }
  const fields = { ...view.fields, ...lists }
  const sent = view.isJson
    ? { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }
    : { body: new URLSearchParams(fields) }
  const answer = await fetch(view.action, { method: 'POST', ...sent, redirect: 'manual' })
  if (answer.type === 'opaqueredirect') location.assign('?done')
  else add(app, 'p', 'That did not work. Please open the page again.', { role: 'alert' })
}
const draw = (screen, texts) =>
  requestAnimationFrame(() => {
    app.replaceChildren()
    screen(texts)
  })
const review = texts => {
  add(app, 'h1', 'Please check your answer')
  const list = add(app, 'ul')
  for (const permission of view.permissions)
    add(list, 'li', texts[permission].label + ': ' + (choices.get(permission) === 'granted' ? 'shared' : 'not shared'))
  addButton(app, 'Confirm', send)
  addButton(app, 'Change my answer', () => draw(ask, texts))
}
const askAbout = (permission, { label, purpose, data }, onChoice) => {
  const group = add(app, 'div', '', { role: 'group', 'aria-label': label })
  add(group, 'h2', label)
  add(group, 'p', purpose + ' Shares ' + data + '.')
  const choose = (button, choice) => {
    choices.set(permission, choice)
    for (const each of group.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each === button))
    onChoice()
  }
  for (const [text, choice] of [['Allow', 'granted'], ['Deny', 'denied']]) {
    const isPressed = String(choices.get(permission) === choice)
    const button = addButton(group, text, () => choose(button, choice), { 'aria-pressed': isPressed })
  }
}
const ask = texts => {
  if (view.icon) add(app, 'img', '', { src: view.icon, alt: '', width: '32' })
  add(app, 'h1', view.name ?? 'Someone')
  add(app, 'p', 'OCID ' + view.ocid + ' asks for your data.')
  const update = () => { end.disabled = choices.size < view.permissions.length }
  for (const permission of view.permissions) askAbout(permission, texts[permission], update)
  const end = view.isReviewed
    ? addButton(app, 'Continue', () => draw(review, texts))
    : addButton(app, 'Send my answer', send)
  update()
}
fetch('/kyc/texts.json').then(answer => answer.json()).then(texts => draw(ask, texts))
`

const fieldsOf = ({ grantRequest: { id, user, callbackUrl, state }, token }: ConsentView) => ({
  user_ocid: String(user),
  callback_url: callbackUrl,
  ...(state === null ? {} : { state }),
  request: id,
  token,
})

/** Returns a user who opens the page after the decision to the requester. */
const showUntilDecided: KycPolicies['show'] = async visit => {
  const { request, reply, grantRequest, provider } = visit
  const { policies, store } = provider
  const decision = store.decision(grantRequest.id)
  if (decision === undefined || !request.url.endsWith('?done')) return kycPolicies.show(visit)
  const members = policies.membersOf(grantRequest, decision)
  return policies.sendToCallback(reply, policies.withMembers(grantRequest.callbackUrl, members))
}

const isJsonRequest = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/json') === true

/** Returns the members of a JSON object as the fields of a form; no fields for other values. */
const fieldsIn = (text: string): URLSearchParams => {
  try {
    const value: unknown = JSON.parse(text)
    return new URLSearchParams(
      isObject(value) ? Object.entries(value).map(([name, each]): [string, string] => [name, String(each)]) : [],
    )
  } catch {
    return new URLSearchParams()
  }
}

const readJson = async (request: FastifyRequest): Promise<void> => {
  if (isJsonRequest(request) && request.url.endsWith('/submit')) request.body = fieldsIn(String(request.body))
}

/**
 * The consent page as an application: a script fetches its texts, shows two buttons without a form for each permission at the next
 * frame, optionally a review of the answer, and sends the decision with fetch: as a form, or as JSON, which no form of another site
 * can send.
 */
export const consentApp = ({ isReviewed = false, isJson = false }) => ({
  policies: {
    consentPage: (view: ConsentView): string => {
      const { requester, grantRequest, action } = view
      const data = {
        ...requester,
        permissions: grantRequest.permissions,
        action,
        fields: fieldsOf(view),
        isReviewed,
        isJson,
      }
      return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Your consent</title></head>
<body><main id="app"></main>${dataTag('view', data)}${scriptTag(script)}</body></html>`.text
    },
    pageHeaders: (requester: Parameters<typeof consentHeaders>[0]) => allowScript(consentHeaders(requester), script),
    show: showUntilDecided,
    ...(isJson ? { isFromPage: isJsonRequest } : {}),
  },
  prepare: (server: FastifyInstance): void => {
    server.get('/kyc/texts.json', async () => descriptions)
    if (isJson) server.addHook('preHandler', readJson)
  },
})
