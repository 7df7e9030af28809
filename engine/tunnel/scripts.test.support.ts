import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'

const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true }))))

/** Writes a script; returns the command that runs it. The folder is deleted after the tests of a file. */
export const command = async (script: string, ...args: string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'oc tunnel-'))
  folders.push(folder)
  const file = join(folder, 'tunnel.mjs')
  await writeFile(file, script)
  return [process.execPath, `"${file}"`, ...args].join(' ')
}

/** A tunnel that forwards connections to the port given as its argument, and prints its address after other output. */
export const forwarder = `import { connect, createServer } from 'node:net'
const server = createServer(socket => {
  const other = connect(Number(process.argv[2]), '127.0.0.1')
  socket.pipe(other).pipe(socket)
  for (const one of [socket, other]) one.on('error', () => { socket.destroy(); other.destroy() })
})
server.listen(0, '127.0.0.1', () => {
  console.error('tunnel is up')
  console.log(\`\\u001b[1mForwarding\\u001b[0m http://127.0.0.1:\${server.address().port} -> localhost\`)
})`

/** A tunnel that starts another process, and prints an address with the ids of both. */
export const withChild = `import { spawn } from 'node:child_process'
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
console.log(\`https://tunnel.example/\${process.pid}/\${child.pid}\`)
setInterval(() => {}, 1e6)`

/** Waits until no process has this id. */
export const waitUntilGone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 20_000, interval: 20 })
