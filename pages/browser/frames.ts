import type { Page, Route } from 'playwright-core'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { Chromium } from './process/chromium.ts'
import { bounded, Stuck } from './process/protocol.ts'

/** The address of another site that frames a page; never fetched. */
const framing = ({ protocol }: URL): string => `${protocol}//elsewhere.example/`

/** Returns whether the browser lets another site show a response in a frame; `undefined` if it does not respond. */
export const isFramable = async (chromium: Chromium, response: HttpResponse): Promise<boolean | undefined> => {
  const { context, release } = await chromium.lend()
  try {
    const page = await bounded(context.newPage())
    try {
      return await showsFrame(page, response)
    } finally {
      await bounded(page.close()).catch(() => undefined)
    }
  } catch (error) {
    if (error instanceof Stuck) return undefined
    throw error
  } finally {
    release()
  }
}

const showsFrame = async (page: Page, response: HttpResponse): Promise<boolean> => {
  const site = framing(new URL(response.url))
  // The browser decides by the headers, so the content can be omitted.
  await bounded(page.route('**/*', route => answer(route, { site, response })))
  await bounded(page.goto(site))
  return page.frames().some(frame => frame !== page.mainFrame() && frame.url() === response.url)
}

const answer = (route: Route, { site, response }: { site: string; response: HttpResponse }): Promise<void> => {
  const url = route.request().url()
  if (url === site)
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><iframe src="${encodeURI(response.url.toWellFormed())}"></iframe>`,
    })
  return url === response.url
    ? route.fulfill({ status: 200, headers: framingHeaders(response), body: 'framed' })
    : route.abort()
}

/** The headers that forbid frames. */
const framingHeaders = ({ headers }: HttpResponse): Record<string, string> => {
  const kept = headers.filter(([name]) => /^(?:content-security-policy|x-frame-options)$/i.test(name))
  const joined = Map.groupBy(kept, ([name]) => name.toLowerCase())
  return {
    'content-type': 'text/html',
    ...Object.fromEntries([...joined].map(([name, values]) => [name, values.map(([, value]) => value).join(', ')])),
  }
}
