import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openShipped} from '../shipped/shipped.ts';
import {openPtyTui} from './pty-tui.ts';

test('a second admin joins with a code, sees the servers in the TUI, and learns there that they are removed', async () => {
	const {run, start, folder} = openShipped({});
	const service = path.join(folder, 'state/service');
	const attach = `serve attach real --data ${service} --game T --console econ --port 1 --password-env WORD -- true`;
	expect(await run(attach.split(' '))).toMatchObject({code: 0});
	await start(['serve', '--port', '0']).says('Press Ctrl-C');
	const invited = await run('serve team invite --name Ana -q'.split(' '));
	const endpoint = readFileSync(path.join(service, 'endpoint.json'), 'utf8');
	const {url} = JSON.parse(endpoint) as {url: string};

	const ana = {RCONDECK_CONFIG_DIR: path.join(folder, 'ana')};
	const joined = await run(['login', '--url', url, '--invite'], {env: ana, stdin: invited.out});
	expect(joined).toMatchObject({code: 0, out: expect.stringContaining('Signed in to Local team')});
	const tui = await openPtyTui({env: ana, atEnd: onTestFinished});
	await tui.isLive();
	await tui.sees('real');
	expect(await run('serve team remove Ana --yes'.split(' '))).toMatchObject({code: 0, out: 'Ana removed.\n'});
	tui.write('r');
	await tui.sees('Credentials refused (401).');
});
