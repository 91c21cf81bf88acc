const GanttPage = () => null;

export default GanttPage;
