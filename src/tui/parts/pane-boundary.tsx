import {Component, type ReactNode} from 'react';
import {Box} from 'ink';
import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import {wrap} from '../../lib/width.ts';
import {TuiContext} from '../hooks.ts';
import {Line} from './line.tsx';
import {paneMessages} from '../../messages/tui-panes.ts';

type Props = {name: string; width: number; height: number; children: ReactNode};
type Caught = {report: string | undefined} | undefined;

/**
React supports error boundaries only as classes. A pane that fails shows that in its place; the others
continue.
*/
export class PaneBoundary extends Component<Props, {caught: Caught}> {
	static override contextType = TuiContext;
	declare context: React.ContextType<typeof TuiContext>;
	override state: {caught: Caught} = {caught: undefined};

	static getDerivedStateFromError(): {caught: Caught} {
		return {caught: {report: undefined}};
	}

	override componentDidCatch(error: unknown): void {
		this.setState({caught: {report: this.context?.report(error)}});
	}

	override render(): ReactNode {
		const {caught} = this.state;
		const {name, width, height, children} = this.props;
		if (!caught) return children;
		const keymap = this.context?.services.keymap;
		const again = keymap ? ` ${renderWithKeys(paneMessages.triesAgain, keymap)}` : '';
		const text = paneMessages.notPainted(name, caught.report) + again;
		return (
			<Box flexDirection="column">
				{wrap(text, width)
					.slice(0, height)
					.map(row => (
						<Line key={row} spans={[{text: row, tone: 'danger'}]} />
					))}
			</Box>
		);
	}
}
