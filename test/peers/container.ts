/**
Builds the image of `src/build/Dockerfile` with Podman, and runs it without root, on a read-only root and with a volume: its
health check passes, it stops on SIGTERM, and the next container continues with its data. The image of Node is a
stand-in from this machine. Needs root and Debian: `npm run peers:container`.
*/
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {root} from '../../src/build/root.ts';
import {need} from './need.ts';

const missing = await need('/usr/bin/podman', '/usr/bin/crun', '/bin/busybox');
if (missing !== undefined) throw new Error(missing);
const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-container-'));
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** A root with what the Dockerfile uses of `node:24-slim`: Node with its libraries, npm, a shell and the user `node`. */
function writeStandIn(base: string): void {
	const copy = (from: string, to = from) => {
		mkdirSync(path.dirname(path.join(base, to)), {recursive: true});
		copyFileSync(realpathSync(from), path.join(base, to));
	};
	for (const name of ['etc', 'usr/bin']) mkdirSync(path.join(base, name), {recursive: true});
	mkdirSync(path.join(base, 'tmp'), {mode: 0o1777});
	copy(process.execPath, '/usr/local/bin/node');
	const libraries = execFileSync('ldd', [process.execPath], {encoding: 'utf8'}).matchAll(/\/lib\S+/g);
	for (const [library] of libraries) copy(library);
	copy('/bin/busybox');
	for (const name of ['sh', 'ln', 'mkdir', 'chown', 'env', 'id', 'touch'])
		execFileSync('ln', ['-s', 'busybox', path.join(base, 'bin', name)]);
	const cli = realpathSync(execFileSync('which', ['npm'], {encoding: 'utf8'}).trim());
	const npm = '/usr/local/lib/node_modules/npm';
	cpSync(path.resolve(cli, '../..'), path.join(base, npm), {recursive: true});
	execFileSync('ln', [
		'-s',
		`..${npm.slice('/usr/local'.length)}/bin/npm-cli.js`,
		path.join(base, 'usr/local/bin/npm'),
	]);
	execFileSync('ln', ['-s', '../../bin/env', path.join(base, 'usr/bin/env')]);
	copy(certificates);
	writeFileSync(
		path.join(base, 'etc/passwd'),
		'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
	);
	writeFileSync(path.join(base, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}

/** In a mount namespace with the control groups that the runtime expects. */
const script = String.raw`set -eu
umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
engine() {
	podman --root "$FOLDER/store" --runroot "$FOLDER/run" --storage-driver vfs --cgroup-manager cgroupfs "$@"
}
trap 'engine rm -af -t 0 >/dev/null' EXIT
say() { printf '%s\n' "$1"; }
fail() { engine logs service >&2 || :; say "Not so: $1" >&2; exit 1; }

tar -C "$FOLDER/base" -cf "$FOLDER/base.tar" .
engine import -q --change ENV=NODE_EXTRA_CA_CERTS=$CERTIFICATES --change ENV=PATH=/usr/local/bin:/usr/bin:/bin \
	"$FOLDER/base.tar" localhost/node >/dev/null
engine build -q --format docker --isolation chroot --network host --layers=false --build-arg NODE_IMAGE=localhost/node \
	--file src/build/Dockerfile --tag localhost/rcondeck . >/dev/null
# Podman would run health checks with systemd.
options='--network none --cgroups disabled --ulimit nofile=1000:1000 --ulimit nproc=1000:1000 --health-interval disable'
once() {
	engine run --rm $options "$@"
}
built=$(once localhost/rcondeck --version)
say "built: $built"
once --volume data:/data localhost/rcondeck \
	add survival --game minecraft --rcon 203.0.113.5:25575 --no-password --no-check --no-power --yes >/dev/null

start() {
	engine run -d -q --name service $options --read-only --read-only-tmpfs=false --cap-drop all \
		--security-opt no-new-privileges --log-driver k8s-file --volume data:/data localhost/rcondeck >/dev/null
	for try in 1 2 3 4 5 6 7 8 9 10; do
		if engine healthcheck run service >/dev/null; then return; fi
		sleep 1
	done
	fail 'the health check passes'
}
stop() {
	engine stop -t 20 service >/dev/null
	[ "$(engine wait service)" = 0 ] || fail 'it ends with 0 on SIGTERM'
	engine rm service >/dev/null
}
start
[ "$(engine exec service id -u)" = 1000 ] || fail 'it does not run as root'
if engine exec service touch /tmp/x /opt/x 2>/dev/null; then fail 'its root is read-only'; fi
engine exec service node /opt/rcondeck/rcondeck.mjs serve team invite --name Ana >/dev/null || fail 'a command in it reaches the service'
stop
say 'ran as 1000 on a read-only root: healthy, stopped on SIGTERM'
start
engine exec service node /opt/rcondeck/rcondeck.mjs serve team list | grep -q Ana || fail 'the volume keeps the data'
stop
say 'the next container continued with the data of the volume'
`;
try {
	writeStandIn(path.join(folder, 'base'));
	const env = {...process.env, FOLDER: folder, CERTIFICATES: certificates};
	const {status} = spawnSync('unshare', ['-m', 'sh', '-c', script], {cwd: root, env, stdio: 'inherit'});
	process.exitCode = status ?? 1;
} finally {
	rmSync(folder, {recursive: true, force: true});
}
