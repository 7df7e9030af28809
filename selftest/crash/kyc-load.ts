import { randomUUID } from 'node:crypto'
import { load } from 'cheerio'
import { maxRequests } from '../../reference/kyc/store.ts'
import { actors, provisioningBase } from './actors.ts'
import { type Client, formOf } from './client.ts'
import { type Claim, type Load, type Memory, openMemory, type Surroundings } from './load.ts'

type Desk = Surroundings & { memory: Memory; asked: number }

/** A request is shown for a quarter of an hour; the rest is for the last check. */
const shownMs = 800_000

/** Makes a claim about a request while it is held: the provider drops the oldest, and expired ones. */
const whileHeld = (desk: Desk, claim: Claim): Claim => {
  const { asked } = desk
  const until = Date.now() + shownMs
  return async client => (desk.asked - asked > maxRequests / 2 || Date.now() > until ? undefined : claim(client))
}

const ask = async (desk: Desk, client: Client): Promise<string | undefined> => {
  desk.asked++
  const query = new URLSearchParams({
    grants: 'name,email',
    user_ocid: String(actors.user),
    callback_url: 'https://requester.example/callback',
    state: randomUUID(),
  })
  const answer = await client.get(`/kyc/grant/${actors.requester}?${query}`)
  if (!desk.memory.expects(302, answer)) return undefined
  const path = new URL(answer.location).pathname
  desk.memory.add(
    whileHeld(desk, async again => {
      const page = await again.get(path)
      return page?.status === 200 ? undefined : `request ${path} was acknowledged: ${page?.status}`
    }),
  )
  return path
}

const decide = async (desk: Desk, client: Client): Promise<void> => {
  const path = await ask(desk, client)
  const page = path === undefined ? undefined : await client.get(path)
  if (path === undefined || page === undefined) return
  const $ = load(page.text)
  const hidden = $('input[type=hidden]').toArray()
  const fields = Object.fromEntries(hidden.map(input => [$(input).attr('name'), $(input).attr('value')]))
  const choices = { choice_name: desk.random() < 0.5 ? 'granted' : 'denied', choice_email: 'granted' }
  const answer = await client.send(formOf($('form').attr('action') ?? '', { ...fields, ...choices }, page.cookie))
  if (!desk.memory.expects(303, answer)) return
  desk.memory.add(
    whileHeld(desk, async again => {
      const shown = load((await again.get(path))?.text ?? '')('a.button').attr('href')
      return shown === answer.location ? undefined : `decision ${answer.location} was acknowledged: ${shown}`
    }),
  )
}

/** Requests for permissions, most of them decided. */
export const kycLoad = (surroundings: Surroundings): Load => {
  const memory = openMemory(surroundings.random)
  const desk = { ...surroundings, memory, asked: 0 }
  return {
    provisioning: {
      ...provisioningBase(desk.peers.site, { role: 'kyc', ocid: desk.ocid }),
      kyc: { requesters: [actors.requester], users: [actors.user], incompleteUsers: [] },
    },
    step: async client => void (desk.random() < 0.3 ? await ask(desk, client) : await decide(desk, client)),
    // No amounts or counts relate the tables.
    inspect: () => [],
    recall: memory.recall,
    unnotified: () => [],
    acknowledged: memory.count,
  }
}
