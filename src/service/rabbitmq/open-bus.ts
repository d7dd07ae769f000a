import {codeOf} from '../../lib/connection-problem.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {brokerMessages as messages} from '../../messages/service-bus.ts';
import type {Bus} from '../bus.ts';
import {openBrokerBus, type BrokerBusOptions} from './broker-bus.ts';
import {connectRabbit} from './connect.ts';

/** Opens the bus of an instance on RabbitMQ. Throws `UsageError` if it cannot be used. */
export async function openRabbitBus(url: string, options: Omit<BrokerBusOptions, 'connect'>): Promise<Bus> {
	try {
		return await openBrokerBus({...options, connect: connection => connectRabbit(url, connection)});
	} catch (error) {
		const text = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
		throw new UsageError(messages.cannotOpen(text), {cause: error});
	}
}
