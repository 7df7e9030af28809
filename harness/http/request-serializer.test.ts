import { expect, test } from 'vitest'
import { TransferConflict } from '../outcome.ts'
import { createRequestSerializer, sendOnce, sendWithRetries } from './request-serializer.ts'
import type { HttpResponse } from './response.ts'

const responseOf = (status: number, code?: string): HttpResponse =>
  ({ status, headers: [], ...(code === undefined ? {} : { json: { error: { code } } }) }) as unknown as HttpResponse

const signal = new AbortController().signal

/** Returns a task that waits for `end`, and a list of the running tasks. */
const tasks = () => {
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () =>
    new Promise<string>(resolve => {
      running.push(name)
      ends.set(name, () => {
        running.splice(running.indexOf(name), 1)
        resolve(name)
      })
    })
  return { running, task, end: (name: string) => ends.get(name)?.() }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('tasks run concurrently; an exclusive one waits for them and holds back later ones', async () => {
  const { running, task, end } = tasks()
  const serializer = createRequestSerializer()
  void serializer.concurrently(task('a'))
  void serializer.concurrently(task('b'))
  await settled()
  expect(running).toEqual(['a', 'b'])
  const alone = serializer.exclusively(task('c'))
  const later = serializer.concurrently(task('d'))
  end('a')
  await settled()
  expect(running).toEqual(['b'])
  end('b')
  await settled()
  expect(running).toEqual(['c'])
  end('c')
  expect(await alone).toBe('c')
  await settled()
  expect(running).toEqual(['d'])
  end('d')
  expect(await later).toBe('d')
})

test('an exclusive task that fails holds nothing back', async () => {
  const serializer = createRequestSerializer()
  await expect(serializer.exclusively(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await serializer.concurrently(async () => 'a')).toBe('a')
})

test.for([409, 423, 500, 502, 504])('a %i is retried exclusively', async status => {
  const responses = [responseOf(status), responseOf(200)]
  const response = await sendWithRetries(createRequestSerializer(), async () => responses.shift() as HttpResponse, {
    signal,
  })
  expect(response.status).toBe(200)
})

test('a persistent 500 is the real response', async () => {
  let sent = 0
  const send = async () => {
    sent += 1
    return responseOf(500)
  }
  expect((await sendWithRetries(createRequestSerializer(), send, { signal })).status).toBe(500)
  expect(sent).toBe(4)
})

test('if a 500 persists for every request, one retry is enough, until another response arrives', async () => {
  const serializer = createRequestSerializer()
  let [status, sent] = [500, 0]
  const send = async () => {
    sent += 1
    return responseOf(status)
  }
  const times = async () => {
    const before = sent
    await sendWithRetries(serializer, send, { signal })
    return sent - before
  }
  const counted: number[] = []
  for (let request = 0; request < 5; request++) counted.push(await times())
  expect(counted).toEqual([4, 4, 4, 2, 2])
  status = 200
  expect(await times()).toBe(1)
  status = 500
  expect(await times()).toBe(4)
})

test.for([
  [409, 'INSUFFICIENT_FUNDS'],
  [400, undefined],
  [402, 'ANOTHER'],
] as const)('a %i with the code %s is the response without a retry', async ([status, code]) => {
  const responses = [responseOf(status, code)]
  const response = await sendWithRetries(createRequestSerializer(), async () => responses.shift() as HttpResponse, {
    signal,
  })
  expect(response.status).toBe(status)
})

test('the wait for others is excused, and the task itself is not', async () => {
  const { running, task, end } = tasks()
  const serializer = createRequestSerializer()
  const waits: string[] = []
  const excuse =
    (name: string) =>
    async <T>(work: Promise<T>): Promise<T> => {
      waits.push(`${name} waits`)
      const done = await work
      waits.push(`${name} continues`)
      return done
    }
  const alone = serializer.exclusively(task('a'), excuse('a'))
  void serializer.concurrently(task('b'), excuse('b'))
  await settled()
  expect(running).toEqual(['a'])
  expect(waits).toEqual(['a waits', 'b waits', 'a continues'])
  end('a')
  await alone
  await settled()
  expect(running).toEqual(['b'])
  expect(waits.at(-1)).toBe('b continues')
})

test('a request that counts once is sent concurrently until the first conflict, then exclusively', async () => {
  const serializer = createRequestSerializer()
  const answer = (status: number) => async () => responseOf(status)
  const statusOf = async (status: number) => (await sendOnce(serializer, answer(status), {})).status
  const { running, task, end } = tasks()
  void serializer.concurrently(task('a'))
  await settled()
  expect(await statusOf(200)).toBe(200)
  expect(await statusOf(401)).toBe(401)
  await expect(statusOf(409)).rejects.toThrow(TransferConflict)
  const alone = statusOf(409)
  await settled()
  expect(running).toEqual(['a'])
  end('a')
  expect(await alone).toBe(409)
})

test('a request that counts once is sent concurrently with the others of its race, despite earlier conflicts', async () => {
  const serializer = createRequestSerializer()
  serializer.isContested = true
  const race = {}
  const bothSent = Promise.withResolvers<void>()
  let sent = 0
  const send = async () => {
    sent += 1
    if (sent === 2) bothSent.resolve()
    await bothSent.promise
    return responseOf(200)
  }
  const responses = await Promise.all([1, 2].map(() => sendOnce(serializer, send, { race })))
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
})

test('after a transfer that was retried, a request that counts once is sent exclusively', async () => {
  const serializer = createRequestSerializer()
  const responses = [responseOf(503), responseOf(409), responseOf(200)]
  const send = async () => responses.shift() as HttpResponse
  expect((await sendWithRetries(serializer, send, { signal })).status).toBe(503)
  expect(serializer.isContested).toBe(false)
  await sendWithRetries(serializer, send, { signal })
  expect(serializer.isContested).toBe(true)
})

test('a request joins those of its race that wait for it, although an exclusive one waits', async () => {
  const { running, task, end } = tasks()
  const serializer = createRequestSerializer()
  const race = {}
  void serializer.concurrently(task('first of the race'), undefined, race)
  const alone = serializer.exclusively(task('alone'))
  void serializer.concurrently(task('second of the race'), undefined, race)
  void serializer.concurrently(task('other'))
  await settled()
  expect(running).toEqual(['first of the race', 'second of the race'])
  end('first of the race')
  await settled()
  expect(running).toEqual(['second of the race'])
  end('second of the race')
  await settled()
  expect(running).toEqual(['alone'])
  end('alone')
  await alone
})
