/** The part of frappe-gantt 1.2.2 that the board stands on; the package ships no types. tests/admin/board-contract.test.ts holds it against the package. */
declare module 'frappe-gantt' {
  /** A view mode as `update_view_scale` reads it. */
  export interface ViewMode {
    name: string;
    step: string;
    column_width: number;
    padding?: string;
  }
  export interface GanttOptions {
    view_modes: ViewMode[];
    view_mode: string;
    bar_height: number;
    bar_corner_radius: number;
    upper_header_height: number;
    lower_header_height: number;
    container_height: number | 'auto';
    readonly: boolean;
    popup: false;
    infinite_padding: boolean;
    scroll_to: string | null;
    show_expected_progress: boolean;
    ignore: string[];
  }
  export interface GanttConfig {
    column_width: number;
    header_height: number;
    view_mode: ViewMode;
    ignored_dates: Date[];
    ignored_positions: number[];
  }
  export interface Layers {
    grid: SVGGElement;
    arrow: SVGGElement;
    progress: SVGGElement;
    bar: SVGGElement;
  }
  export interface ElementOptions {
    classes: string;
    left?: number;
    top?: number;
    width?: number;
    height?: number;
    append_to?: Element;
    type?: string;
  }
  /** A bar as the package draws it; its class is not exported. */
  export interface BarBase<Task> {
    task: Task;
    group: SVGGElement;
    bar_group: SVGGElement;
    handle_group: SVGGElement;
    refresh(): void;
    set_defaults(gantt: object, task: Task): void;
    prepare_wrappers(): void;
    prepare_helpers(): void;
    prepare_values(): void;
    draw(): void;
    bind(): void;
    update_label_position(): void;
  }
  class Gantt<Task = unknown, Bar extends BarBase<Task> = BarBase<Task>, Options = Partial<GanttOptions>> {
    constructor(wrapper: HTMLElement, tasks: readonly Task[], options: Options);
    $svg: SVGSVGElement;
    $container: HTMLElement;
    $popup_wrapper: HTMLElement;
    $header: HTMLElement;
    $upper_header: HTMLElement;
    $lower_header: HTMLElement;
    $extras: HTMLElement;
    layers: Layers;
    options: GanttOptions;
    config: GanttConfig;
    tasks: readonly Task[];
    bars: Bar[];
    dates: Date[];
    dependency_map: Record<string, string[]>;
    setup_wrapper(element: HTMLElement): void;
    setup_options(options: Partial<GanttOptions>): void;
    setup_tasks(tasks: readonly Task[]): void;
    refresh(tasks: readonly Task[]): void;
    update_task(id: string, details: Partial<Task>): void;
    change_view_mode(mode?: string | ViewMode, maintainPosition?: boolean): void;
    setup_dates(refresh?: boolean): void;
    bind_events(): void;
    render(): void;
    setup_layers(): void;
    make_grid(): void;
    make_grid_header(): void;
    make_grid_extras(): void;
    make_dates(): void;
    make_bars(): void;
    make_arrows(): void;
    map_arrows_on_bars(): void;
    set_dimensions(): void;
    set_scroll_position(to: string | null): void;
    scroll_current(): void;
    get_task(id: string): Task | undefined;
    get_bar(id: string): Bar | undefined;
    unselect_all(): void;
    hide_popup(): void;
    trigger_event(event: string, args: unknown[]): void;
    create_el(options: ElementOptions): HTMLElement;
    clear(): void;
  }

  export { Gantt as default };
}
