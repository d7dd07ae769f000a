import type {EndpointName} from '../contract/endpoints/index.ts';

/** Which extensions of the service have shown, in this session, that they are not there. */
export type Capabilities = {
	isOff: (name: EndpointName) => boolean;
	/** It is there, whatever it says of single records from now on. */
	answered: (name: EndpointName) => void;
	/**
	The service says that there is nothing there. It may mean the `record` that was asked for: only when it says so of two
	of them, or of none in particular, the extension is not there. Tells it once, however often it is found.
	*/
	missed: (name: EndpointName, record: string | undefined) => void;
	off: () => EndpointName[];
};

export function createCapabilities(onOff: (name: EndpointName) => void = () => {}): Capabilities {
	const missing = new Set<EndpointName>();
	const there = new Set<EndpointName>();
	/** The first record of which it was said. */
	const suspects = new Map<EndpointName, string>();
	return {
		isOff: name => missing.has(name),
		answered: name => void there.add(name),
		missed: (name, record) => {
			if (there.has(name) || missing.has(name)) return;
			const first = suspects.get(name);
			if (record !== undefined && (first === undefined || first === record)) {
				suspects.set(name, record);
				return;
			}
			missing.add(name);
			onOff(name);
		},
		off: () => [...missing],
	};
}
