import {execFileSync, spawn, type ChildProcess} from 'node:child_process';
import {chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {waitUntil} from '../../helpers/wait-for.ts';

function aFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'power-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

/** Ends a process before its folder is removed. */
function endAfterTest(child: ChildProcess): void {
	onTestFinished(
		() =>
			new Promise(resolve => {
				child.once('exit', () => resolve());
				if (child.exitCode !== null || !child.kill('SIGTERM')) resolve();
			}),
	);
}

/**
A real sshd on the loopback, and the environment in which the real ssh reaches it as `games`. Until `trust` is called,
ssh does not know its host key.
*/
export async function openSshd() {
	const folder = aFolder();
	const file = (name: string) => path.join(folder, name);
	const keys = (...names: string[]) => {
		for (const name of names) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
	};
	keys('host', 'user');
	const port = await reservePort();
	mkdirSync('/run/sshd', {recursive: true});
	const settings = [
		`Port ${port}`,
		'ListenAddress 127.0.0.1',
		`HostKey ${file('host')}`,
		`AuthorizedKeysFile ${file('user.pub')}`,
		`PidFile ${file('pid')}`,
		'PasswordAuthentication no',
		'KbdInteractiveAuthentication no',
		'StrictModes no',
		'UsePAM no',
	];
	writeFileSync(file('sshd_config'), `${settings.join('\n')}\n`);
	const sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', file('sshd_config')], {
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	endAfterTest(sshd);
	let log = '';
	sshd.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
	await waitUntil(() => log.includes('Server listening'));
	/** The number of logins so far. */
	const logins = () => log.split('Accepted publickey').length - 1;
	const client = [
		'Host games',
		'HostName 127.0.0.1',
		`Port ${port}`,
		'User root',
		`IdentityFile ${file('user')}`,
		'IdentitiesOnly yes',
		`UserKnownHostsFile ${file('known_hosts')}`,
		'GlobalKnownHostsFile /dev/null',
	];
	writeFileSync(file('ssh_config'), `${client.join('\n')}\n`);
	// ssh reads its configuration from the home directory of the user database, so the test names another file.
	mkdirSync(file('bin'));
	writeFileSync(file('bin/ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${file('ssh_config')} "$@"\n`);
	chmodSync(file('bin/ssh'), 0o755);
	const trust = (key = 'host') => {
		const line = execFileSync('cut', ['-d', ' ', '-f', '1,2', file(`${key}.pub`)], {encoding: 'utf8'});
		writeFileSync(file('known_hosts'), `[127.0.0.1]:${port} ${line}`);
	};
	return {file, keys, trust, logins, env: {...process.env, PATH: `${file('bin')}:${process.env['PATH']}`}};
}

/**
A real Podman with the container `game`, which saves when it is stopped. It gets a mount namespace of its own, with the
control groups that its runtime expects.
*/
export async function openPodman({isTerminal = false} = {}) {
	const folder = aFolder();
	const socket = path.join(folder, 'podman.sock');
	const root = path.join(folder, 'image');
	mkdirSync(path.join(root, 'bin'), {recursive: true});
	cpSync('/bin/busybox', path.join(root, 'bin/busybox'));
	execFileSync('tar', ['-C', root, '-cf', path.join(folder, 'image.tar'), '.']);
	const game =
		'trap "echo saved; exit 0" TERM; echo started; echo warning >&2; while :; do /bin/busybox sleep 0.1; done';
	const script = `
		umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup || exit
		engine="podman --root ${folder}/store --runroot ${folder}/run --storage-driver vfs --cgroup-manager cgroupfs"
		$engine import -q ${folder}/image.tar localhost/game >&2 || exit
		$engine create --name game ${isTerminal ? '--tty' : ''} --network none --cgroups disabled --log-driver k8s-file \\
			--ulimit nofile=1000:1000 --ulimit nproc=1000:1000 localhost/game /bin/busybox sh -c '${game}' >&2 || exit
		trap '$engine rm -af -t 0 >&2; kill $!' EXIT TERM
		$engine system service -t 0 unix://${socket} &
		wait`;
	const engine = spawn('unshare', ['-m', 'sh', '-c', script], {stdio: ['ignore', 'ignore', 'pipe']});
	let errors = '';
	engine.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
	endAfterTest(engine);
	await waitUntil(() => existsSync(socket) || engine.exitCode !== null, {interval: 100});
	if (!existsSync(socket)) throw new Error(`Podman did not start: ${errors}`);
	return {socket};
}

/** A real user manager of systemd with the unit `game.service`, in a mount namespace like that of Podman. */
export async function openSystemd() {
	const folder = aFolder();
	const units = path.join(folder, '.config/systemd/user');
	mkdirSync(units, {recursive: true});
	const unit = ['[Service]', "ExecStart=/bin/sh -c 'while :; do sleep 0.1; done'", 'Restart=always', ''];
	writeFileSync(path.join(units, 'game.service'), unit.join('\n'));
	const script = `
		umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup || exit
		mkdir -p /run/systemd && mount -t tmpfs none /run/systemd && mkdir /run/systemd/system || exit
		exec /lib/systemd/systemd --user`;
	const env = {...process.env, HOME: folder, XDG_RUNTIME_DIR: folder};
	const manager = spawn('unshare', ['-m', 'sh', '-c', script], {env, stdio: ['ignore', 'ignore', 'pipe']});
	let errors = '';
	manager.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
	endAfterTest(manager);
	const socket = path.join(folder, 'systemd/private');
	await waitUntil(() => existsSync(socket) || manager.exitCode !== null);
	if (!existsSync(socket)) throw new Error(`systemd did not start: ${errors}`);
	return env;
}
