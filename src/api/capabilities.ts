import type {EndpointName} from '../contract/endpoints/index.ts';

/** Which extensions of the service have shown, in this session, that they are not there. */
export type Capabilities = {
	isOff: (name: EndpointName) => boolean;
	/** Tells it once, however often it is found. */
	turnOff: (name: EndpointName) => void;
	off: () => EndpointName[];
};

export function createCapabilities(onOff: (name: EndpointName) => void = () => {}): Capabilities {
	const missing = new Set<EndpointName>();
	return {
		isOff: name => missing.has(name),
		turnOff: name => {
			if (missing.has(name)) return;
			missing.add(name);
			onOff(name);
		},
		off: () => [...missing],
	};
}
