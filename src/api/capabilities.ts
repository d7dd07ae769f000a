import type {EndpointName} from '../contract/endpoints/index.ts';

/** Which extensions the service has shown, in this session, to have or not to have. */
export type Capabilities = {
	isOff: (name: EndpointName) => boolean;
	/** The extension exists, even if later answers report missing records. */
	markOffered: (name: EndpointName) => void;
	/** Nothing was found at its path: the extension does not exist, unless it has answered before. */
	markMissing: (name: EndpointName) => void;
	off: () => EndpointName[];
};

/** Reported once each, when first known. */
export type CapabilityListener = {
	onShown?: (name: EndpointName) => void;
	onMissing?: (name: EndpointName) => void;
};

export function createCapabilities({
	onShown = () => {},
	onMissing = () => {},
}: CapabilityListener = {}): Capabilities {
	const missing = new Set<EndpointName>();
	const there = new Set<EndpointName>();
	return {
		isOff: name => missing.has(name),
		markOffered: name => {
			if (there.has(name)) return;
			there.add(name);
			missing.delete(name);
			onShown(name);
		},
		markMissing: name => {
			if (there.has(name) || missing.has(name)) return;
			missing.add(name);
			onMissing(name);
		},
		off: () => [...missing],
	};
}
