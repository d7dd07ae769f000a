import {expect, onTestFinished, test} from 'vitest';
import {openPtyDeck} from './pty-deck.ts';

const keys = (env: Record<string, string>, args: string[] = []) =>
	openPtyDeck({atEnd: onTestFinished, isStream: true, args: [...args, 'keys'], env});

test('a long list of keys is shown in less, and q returns to the shell with 0', async () => {
	const deck = await keys({PAGER: 'less', LESS: 'FIRX'});
	await deck.sees(/^:$/m);
	expect(deck.screen()).toContain('Servers');
	// Ctrl-C is the pager's as long as it is there.
	process.kill(deck.pid(), 'SIGINT');
	deck.write('q');
	await deck.sees(/^shell>$/m);
	deck.write('echo "code $?"\r');
	await deck.sees('code 0');
});

test('a pager that leaves early is no error, and knows no secret', async () => {
	const deck = await keys({PAGER: 'env | grep -c ^RCONDECK_; exit 0', RCONDECK_TOKEN: 'not-for-pagers'});
	await deck.sees(/^0$/m);
	await deck.sees(/^shell>$/m);
	expect(deck.screen()).not.toContain('EPIPE');
});

test('--no-pager writes it all', async () => {
	const deck = await keys({PAGER: 'false'}, ['--no-pager']);
	await deck.sees('Closes the help.');
});
