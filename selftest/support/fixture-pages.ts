import type { FastifyInstance } from 'fastify'
import type { BrowserContext } from 'playwright-core'

/** Lets a browser use a server that does not listen: its origin, and the prefix that a proxy would remove. */
export const serveInBrowser = (
  context: BrowserContext,
  { origin, prefix, server }: { origin: string; prefix: string; server: FastifyInstance },
): Promise<unknown> =>
  context.route(`${origin}/**`, async route => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const response = await server.inject({
      method: request.method() as 'GET' | 'POST',
      url: pathname.replace(prefix, '') + search,
      headers: await request.allHeaders(),
      ...(request.postData() === null ? {} : { payload: request.postData() ?? '' }),
    })
    const { location } = response.headers
    if (response.statusCode === 303 && location !== undefined)
      // A browser follows the redirect of a routed response past every route.
      return route.fulfill({
        contentType: 'text/html',
        body: `<script>location.replace(${JSON.stringify(location)})</script>`,
      })
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join('\n')]),
    )
    return route.fulfill({ status: response.statusCode, headers, body: response.body })
  })

/** Answers a whole site with one empty page, so that a redirect there ends. */
export const answerSite = (context: BrowserContext, origin: string): Promise<unknown> =>
  context.route(`${origin}/**`, route => route.fulfill({ contentType: 'text/html', body: '<title>There</title>' }))
