import {spawn} from 'node:child_process';
import {expect, onTestFinished, test, vi} from 'vitest';
import {connectStreams, type StdioOptions} from '../../../../src/service/console/stdio.ts';
import {waitFor} from '../../../helpers/wait-for.ts';

const sendOptions = {timeoutMs: 5000};
const anywhere = {host: '', port: 0, password: '', timeoutMs: 5000};

/** A process that answers each line of its input as a shell script says. */
async function aProcess(answer: string, options: StdioOptions = {}) {
	const child = spawn('/bin/sh', ['-c', `while IFS= read -r line; do ${answer}; done`], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const lines: string[] = [];
	const connect = () =>
		connectStreams(
			() => ({stdout: child.stdout, write: text => void child.stdin.write(text)}),
			options,
		)({...anywhere, onLine: ({text}) => lines.push(text)});
	return {child, lines, connect, connection: await connect()};
}

test('without a prompt, the answer is all output until the game is silent', async () => {
	const {connection, lines, child} = await aProcess('echo "one $line"; echo "two ü"');
	expect(await connection.send('list', sendOptions)).toBe('one list\ntwo ü');
	child.stdin.write('someone else\n');
	await waitFor(() => expect(lines).toEqual(['one someone else', 'two ü']));
	expect(await connection.send('list', sendOptions)).toBe('one list\ntwo ü');
});

test('reads each line in its own encoding', async () => {
	const {connection} = await aProcess("printf 'Jos\\351 to\\303\\251\\nJos\\351\\n'");
	expect(await connection.send('list', sendOptions)).toBe('Jos\ufffd toé\nJosé');
});

test('without a prompt, silence is an empty answer', async () => {
	const {connection} = await aProcess(':', {emptyMs: 50});
	const onSilence = vi.fn();
	expect(await connection.send('save', {...sendOptions, onSilence})).toBe('');
	expect(onSilence).toHaveBeenCalledOnce();
});

test('a prompt ends an answer at once, also an empty one', async () => {
	const onSilence = vi.fn();
	const {connection, lines} = await aProcess(
		'[ "$line" = save ] || echo "did $line"; printf "> "; [ "$line" != both ] || printf "Joe has joined\\n> "',
		{prompt: '> '},
	);
	expect(await connection.send('list', sendOptions)).toBe('did list');
	expect(await connection.send('save', {...sendOptions, onSilence})).toBe('');
	expect(onSilence).not.toHaveBeenCalled();
	expect(await connection.send('both', sendOptions)).toBe('did both');
	await waitFor(() => expect(lines).toEqual(['Joe has joined']));
	expect(await connection.send('list', sendOptions)).toBe('did list');
});

test('the answer of a game that is never silent ends after a while', async () => {
	const {connection} = await aProcess('while :; do echo "$line"; sleep 0.02; done', {longestMs: 200});
	expect(await connection.send('list', sendOptions)).toMatch(/^list\nlist\n/);
});

test('a process that ends during a command drops it, and refuses others', async () => {
	const {connection, connect} = await aProcess('printf "sav"; exit 1');
	await expect(connection.send('quit', sendOptions)).rejects.toMatchObject({reason: 'dropped'});
	await expect(connection.send('list', sendOptions)).rejects.toMatchObject({reason: 'refused'});
	await expect(connect()).rejects.toMatchObject({reason: 'refused'});
});

test('closing the console leaves the process running, and its output is read on', async () => {
	const {connection, connect, child} = await aProcess('echo "did $line"');
	connection.close();
	expect(child.stdin.write(`${'x'.repeat(10)}\n`)).toBe(true);
	const again = await connect();
	expect(await again.send('list', sendOptions)).toContain('did list');
	expect(child.exitCode).toBeNull();
});

test('a command is one line', async () => {
	const {connection} = await aProcess('echo "did $line"');
	await expect(connection.send('say hi\nquit', sendOptions)).rejects.toMatchObject({reason: 'unsendable'});
	expect(await connection.send('list', sendOptions)).toBe('did list');
});
