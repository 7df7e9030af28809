import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptForms, formOf } from '../../reference/service/forms.ts'
import { html } from '../../reference/service/html.ts'
import { pageHeaders, sendPage } from '../../reference/service/page.ts'
import { openOrigin, originBeside } from './own-origin.ts'
import { cookieIn } from './requests.ts'
import { allowScript, scriptTag } from './scripts.ts'

const script = `
const [email, password] = document.querySelectorAll('input')
const send = async () => {
  const body = new URLSearchParams({ email: email.value, password: password.value })
  const answer = await fetch(location.href, { method: 'POST', body })
  if (answer.ok) location.assign((await answer.json()).to)
  else document.querySelector('p').textContent = 'That is not the password.'
}
document.querySelector('button').addEventListener('click', send)
`

const loginPage =
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head><body><main>
<h1>Example Bank</h1><p role="alert"></p>
<div><label for="who">E-mail address</label> <input id="who" type="email" autocomplete="username"></div>
<div><label for="secret">Password</label> <input id="secret" type="password" autocomplete="current-password"></div>
<button type="button">Sign in</button></main>${scriptTag(script)}</body></html>`.text

const password = 'horse & battery "staple" 7'

const sendLogin = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, 200, { text: loginPage, headers: allowScript(pageHeaders, script) })

type LoginQuery = { Querystring: { to?: string } }

/** Hosts the page that asks for the password; its script returns to the origin that sent the user, with a ticket. */
const hostLogin = (pages: FastifyInstance, tickets: Set<string>): void => {
  acceptForms(pages, 65_536)
  pages.get<LoginQuery>('/login', async (_request, reply) => sendLogin(reply))
  pages.post<LoginQuery>('/login', async (request, reply) => {
    const form = formOf(request)
    const to = URL.parse(request.query.to ?? '')
    if (form.get('email') !== 'eve@bank.example' || form.get('password') !== password || to === null)
      return reply.code(403).send({})
    const ticket = randomUUID()
    tickets.add(ticket)
    return { to: `${to.origin}/session?${new URLSearchParams({ ticket, to: to.pathname })}` }
  })
}

/** A scripted login with an e-mail address and a password, on a separate server. */
export const askInScript = {
  prepare: (server: FastifyInstance): void => {
    const [sessions, tickets] = [new Set<string>(), new Set<string>()]
    openOrigin(server, pages => hostLogin(pages, tickets))
    server.addHook('onRequest', async (request, reply) => {
      const isPage = request.method === 'GET' && request.url.startsWith('/kyc/consent/')
      if (!isPage || sessions.has(cookieIn(request, 'session'))) return undefined
      const own = `http://${request.headers.host}`
      return reply.redirect(`${originBeside(own)}/login?to=${encodeURIComponent(own + request.url)}`, 302)
    })
    server.get<{ Querystring: { ticket?: string; to?: string } }>('/session', async ({ query }, reply) => {
      const { ticket = '', to = '' } = query
      if (!tickets.delete(ticket) || !/^\/kyc\/consent\/\w+$/.test(to)) return reply.code(400).send('Bad request')
      const id = randomUUID()
      sessions.add(id)
      return reply.header('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=Lax`).redirect(to, 303)
    })
  },
  settings: (baseUrl: string) => ({
    pages: {
      consent: {
        origins: [originBeside(baseUrl)],
        login: ['text:E-mail address=eve@bank.example', 'text:Password=env:EVE_PASSWORD', 'button:Sign in'],
      },
    },
    pageSecrets: { 'env:EVE_PASSWORD': password },
  }),
}
