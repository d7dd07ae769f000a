import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui} from './pty-tui.ts';

const keys = (env: Record<string, string>, args: string[] = []) =>
	openPtyTui({atEnd: onTestFinished, isStream: true, args: [...args, 'keys'], env});

test('shows a long list of keys in less, and q returns to the shell with 0', async () => {
	const tui = await keys({PAGER: 'less', LESS: 'FIRX'});
	await tui.sees(/^:$/m);
	expect(tui.screen()).toContain('Servers');
	// While the pager runs, Ctrl-C belongs to it.
	process.kill(tui.pid(), 'SIGINT');
	tui.write('q');
	await tui.sees(/^shell>$/m);
	tui.write('echo "code $?"\r');
	await tui.sees('code 0');
});

test('a pager that quits early is not an error, and sees no secret', async () => {
	const tui = await keys({PAGER: 'env | grep -c ^RCONDECK_; exit 0', RCONDECK_TOKEN: 'not-for-pagers'});
	await tui.sees(/^0$/m);
	await tui.sees(/^shell>$/m);
	expect(tui.screen()).not.toContain('EPIPE');
});

test('--no-pager prints everything', async () => {
	const tui = await keys({PAGER: 'false'}, ['--no-pager']);
	await tui.sees('Close the help');
});
