import {expect, test} from 'vitest';
import {openLinkCommands} from '../../../src/service/link/commands.ts';

test('a command that the broker cannot bring to its instance is refused with the reason', () => {
	const service = {limits: {maxWaitingCommands: 1}, bus: {isConnected: () => false}};
	const commands = openLinkCommands(
		() => service as never,
		() => false,
	);
	const linked = {service, node: {id: 'node', link: {connection: 1}}};
	const order = {serverId: 'game', commandId: 'a', command: 'list'};
	const send = () => commands.send(linked as never, order as never);
	expect(send).toThrow('The message broker cannot be reached, so the command was not sent. Try again later.');
});
