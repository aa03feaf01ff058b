import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from '../rules/project-files.ts'
import { commandsIn } from './pages.ts'

/** What the check does instead of a command that it cannot run. */
export type Instead = 'start' | 'stop' | 'restart' | 'log'
type Listed = { command: string; reason: string; instead?: Instead }

const [root, archive, docker, cluster, systemd, objectStorage] = [
  'needs root on a machine of its own',
  'needs a release archive, which `npm run release` builds and proves',
  'needs Docker',
  'needs a cluster',
  'needs systemd',
  'needs an object storage',
]
const cli = '/portal/node_modules/.bin/node /portal/dist/server/cli.js'
const unpack = (folder: string) =>
  `tar --extract --gzip --strip-components=1 --directory=${folder} --file=track-and-trace-VERSION-PLATFORM.tar.gz`

/** The commands of the handbook that are not run by its check, each with the reason, and what stands in for it. */
export const notRun: readonly Listed[] = [
  { command: 'sha256sum --check --ignore-missing SHA256SUMS', reason: archive },
  { command: 'mkdir /opt/track-and-trace', reason: root },
  { command: unpack('/opt/track-and-trace'), reason: archive },
  { command: 'useradd --system --no-create-home --shell /usr/sbin/nologin track-and-trace', reason: root },
  { command: 'cp /opt/track-and-trace/deploy/systemd/track-and-trace.service /etc/systemd/system/', reason: root },
  { command: 'install --mode=755 /opt/track-and-trace/deploy/systemd/portal /usr/local/sbin/portal', reason: root },
  { command: 'install --mode=600 /dev/null /etc/track-and-trace.env', reason: root },
  { command: 'systemctl daemon-reload', reason: systemd },
  { command: 'systemctl enable --now track-and-trace', reason: systemd, instead: 'start' },
  { command: 'systemctl start track-and-trace', reason: systemd, instead: 'start' },
  { command: 'systemctl stop track-and-trace', reason: systemd, instead: 'stop' },
  { command: 'systemctl restart track-and-trace', reason: systemd, instead: 'restart' },
  { command: 'journalctl --unit=track-and-trace --lines=20', reason: systemd, instead: 'log' },
  { command: 'npm run release && docker build --tag track-and-trace .', reason: docker },
  { command: 'docker compose up --detach', reason: docker },
  { command: 'docker compose logs portal', reason: docker },
  { command: `docker compose exec portal ${cli} doctor`, reason: docker },
  { command: `docker exec portal ${cli} doctor`, reason: docker },
  { command: 'chown 65532:65532 /mnt/backups', reason: root },
  { command: 'chown track-and-trace /mnt/backups /mnt/archive', reason: root },
  { command: 'kubectl apply --filename=deploy/kubernetes/portal.yaml', reason: cluster },
  {
    command:
      'helm upgrade --install prometheus-adapter prometheus-community/prometheus-adapter --values=deploy/kubernetes/prometheus-adapter.yaml',
    reason: cluster,
  },
  { command: 'kubectl apply --filename=deploy/kubernetes/autoscaling.yaml', reason: cluster },
  { command: `kubectl exec deployment/portal -- ${cli} doctor`, reason: cluster },
  { command: 'mkdir /opt/track-and-trace.new', reason: root },
  { command: unpack('/opt/track-and-trace.new'), reason: archive },
  { command: 'mv /opt/track-and-trace /opt/track-and-trace.old', reason: root },
  { command: 'npm run portal -- files move', reason: objectStorage },
  { command: 'npm run portal -- files check', reason: objectStorage },
  { command: 'npm run portal -- files return', reason: objectStorage },
  { command: 'mv /opt/track-and-trace.new /opt/track-and-trace', reason: root },
]

/** Settings whose blocks are not applied (named by their first), or that are left out of theirs, each with the reason. */
export const notApplied: Readonly<Record<string, string>> = {
  DOMAIN: 'the block is the file .env of compose.yaml, which needs Docker',
  OIDC_ISSUER: 'the block needs an identity provider',
  OBJECT_STORAGE_URL: 'there is no object storage; faults/file-storage.fault.ts has one',
  SMTP_URL: 'there is no mail server; mails are kept in DATA_DIR',
  MAIL_FROM: 'as SMTP_URL',
}

/** Commands that are listed and stand on no page. */
export const neverNamed = (pages: readonly SourceFile[], listed: readonly Listed[] = notRun): string[] => {
  const commands = commandsIn(pages).map(({ text }) => text)
  return listed.map(({ command }) => command).filter((command) => !commands.includes(command))
}

const project = join(import.meta.dirname, '../..')

/** Where the paths of an installation are in the project. */
const installed = /^(?:\/opt\/track-and-trace|\/portal)\/(.+)$/
/** What is built of a file, under the name of its source. */
const sourceOf = (path: string) => path.replace(/^dist\/(server\/[\w-]+)\.js$/, '$1.ts')

function faultsOf(command: string): string[] {
  const named = command.split(' ').map((word) => word.replace(/^--\w+=/, ''))
  const files = named
    .flatMap((word) => installed.exec(word)?.[1] ?? (word.startsWith('deploy/') ? word : []))
    .filter((path) => !path.startsWith('node_modules/') && !existsSync(join(project, sourceOf(path))))
  const unit = /(?:systemctl|journalctl) .*?track-and-trace/.test(command)
  const service = /docker compose (?:exec|logs) (\S+)/.exec(command)?.[1]
  const compose = readFileSync(join(project, 'compose.yaml'), 'utf8')
  const deployment = /deployment\/(\S+)/.exec(command)?.[1]
  const manifest = readFileSync(join(project, 'deploy/kubernetes/portal.yaml'), 'utf8')
  return [
    ...files.map((path) => `${path} does not exist`),
    ...(unit && !existsSync(join(project, 'deploy/systemd/track-and-trace.service')) ? ['there is no such unit'] : []),
    ...(service && !compose.includes(`\n  ${service}:\n`) ? [`compose.yaml has no service ${service}`] : []),
    ...(deployment && !new RegExp(`kind: Deployment\\nmetadata:\\s+(?:\\{ )?name: ${deployment}`).test(manifest)
      ? [`portal.yaml has no deployment ${deployment}`]
      : []),
  ]
}

/** What listed commands name and is not there: files of the project, services, deployments. */
export const absentTargets = (listed: readonly { command: string }[] = notRun): string[] =>
  listed.flatMap(({ command }) => faultsOf(command).map((fault) => `${command}: ${fault}`))
