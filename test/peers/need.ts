import {execFile} from 'node:child_process';
import {constants, existsSync} from 'node:fs';
import {access} from 'node:fs/promises';
import path from 'node:path';
import {promisify} from 'node:util';

/** Third-party programs, and the Debian packages that they need, separated by commas. */
const packages = {
	'/usr/games/teeworlds-server': 'teeworlds-server',
	'/usr/games/DDNet-Server': 'ddnet-server',
	// It does not start without graphics, although the dedicated server draws nothing.
	'/usr/games/openttd': 'openttd, openttd-opengfx',
	'/usr/games/openarena-server': 'openarena-server',
	'/usr/bin/rconclt': 'rcon',
	'/usr/sbin/rabbitmq-server': 'rabbitmq-server',
	'/usr/bin/pg_ctlcluster': 'postgresql',
	'/usr/sbin/haproxy': 'haproxy',
	'/usr/bin/zsh': 'zsh',
	'/usr/bin/fish': 'fish',
	'/usr/bin/groff': 'groff-base',
	'/usr/bin/strace': 'strace',
	'/usr/sbin/sshd': 'openssh-server',
	'/usr/bin/ssh': 'openssh-client',
	'/usr/sbin/ip': 'iproute2',
	'/usr/bin/podman': 'podman',
	'/usr/bin/crun': 'crun',
	'/lib/systemd/systemd': 'systemd',
	'/bin/busybox': 'busybox-static',
	'/usr/bin/lintian': 'lintian',
	'/usr/bin/man': 'man-db',
} as const;

export type Peer = keyof typeof packages;
const small: Peer[] = ['/usr/games/teeworlds-server', '/usr/bin/rconclt', '/usr/bin/zsh', '/usr/bin/fish'];
const installMs = 180_000;

/**
For `beforeAll`: makes sure that programs are installed. Returns undefined if they are, or a reason for `skip` if they
cannot be installed (no Debian, no root). Throws if an installation fails, and in CI.
*/
export async function need(...programs: Peer[]): Promise<string | undefined> {
	if ((await absent(programs)).length === 0) return undefined;
	// Small programs are installed together: one run of apt is faster than two.
	const missing = await absent([...new Set([...programs, ...small])]);
	const names = missing.map(program => packages[program]).join(', ');
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		const reason = `Not tried: ${names} is not installed, and only root on Debian can install it.`;
		if (process.env['CI']) throw new Error(reason);
		return reason;
	}
	const setup = path.join(import.meta.dirname, 'setup.sh');
	await promisify(execFile)(setup, names.split(', '), {timeout: installMs});
	if ((await absent(programs)).length > 0) throw new Error(`${names} was installed but is still missing.`);
	return undefined;
}

/** Timeout for a `beforeAll` that uses it. */
export const needMs = installMs + 5000;

async function absent(programs: Peer[]): Promise<Peer[]> {
	const found = await Promise.all(
		programs.map(program =>
			access(program, constants.X_OK).then(
				() => true,
				() => false,
			),
		),
	);
	return programs.filter((_program, index) => !found[index]);
}
