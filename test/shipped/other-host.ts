import {createServer, type AddressInfo} from 'node:net';

/** Opens a host that must not be contacted: it counts the connections to it and closes them. */
export async function openOtherHost(
	atEnd: (close: () => void) => void,
): Promise<{port: number; connections: () => number}> {
	let count = 0;
	const server = createServer(socket => {
		count++;
		socket.destroy();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	atEnd(() => void server.close());
	const {port} = server.address() as AddressInfo; // A listening server has one.
	return {port, connections: () => count};
}
