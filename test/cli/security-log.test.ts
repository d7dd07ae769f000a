import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {openSecurityLog} from '../../src/cli/commands/serve/security-log.ts';

const entry = {
	level: 'info',
	event: 'security',
	message: 'Access changed',
	fields: {action: 'kickMember'},
} as const;
const now = () => Date.UTC(2026, 10, 21);

test('lines are appended to a private file, also after it was rotated', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'security-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const file = path.join(folder, 'security.log');
	const onProblem = vi.fn<(problem: string) => void>();
	const log = openSecurityLog(file, {now, onProblem});
	log.write(entry);
	const [line = ''] = readFileSync(file, 'utf8').split('\n');
	expect(JSON.parse(line)).toEqual({
		time: '2026-11-21T00:00:00.000Z',
		level: 'info',
		event: 'security',
		message: 'Access changed',
		action: 'kickMember',
	});
	expect(statSync(file).mode & 0o777).toBe(0o600);
	rmSync(file);
	log.write(entry);
	expect(readFileSync(file, 'utf8')).toContain('kickMember');
	rmSync(folder, {recursive: true});
	log.write(entry);
	log.write(entry);
	expect(onProblem).toHaveBeenCalledOnce();
	expect(() => openSecurityLog(file, {now, onProblem})).toThrow(file);
});

test('messages of syslog are sent to a receiver', async () => {
	const receiver = createSocket('udp4');
	onTestFinished(() => void receiver.close());
	await once(receiver.bind(0, '127.0.0.1'), 'listening');
	const {port} = receiver.address() as AddressInfo;
	const log = openSecurityLog(`syslog://127.0.0.1:${port}`, {now, onProblem: () => {}});
	onTestFinished(log.close);
	const received = once(receiver, 'message');
	log.write(entry);
	const [message] = (await received) as [Buffer];
	expect(message.toString()).toMatch(
		/^<85>1 2026-11-21T00:00:00\.000Z \S+ rcondeck \d+ security - \{.*"action":"kickMember"\}$/,
	);
	expect(() => openSecurityLog('syslog://', {now, onProblem: () => {}})).toThrow('--security-log');
});
