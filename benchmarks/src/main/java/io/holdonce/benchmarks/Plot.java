// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.List;
import java.util.Locale;

/** A chart of horizontal bars as SVG, readable on white and on black. */
final class Plot {

    private static final int LABEL = 190;
    private static final int BARS = 420;
    private static final int WIDTH = LABEL + BARS + 110;
    private static final int ROW = 20;
    private static final int HEAD = 44;

    private static final String FRAME = """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">
            <style>text { font: 12px sans-serif; fill: #808080 } .head { font-weight: bold } .ours { fill: #2e8b57 } .other { fill: #8899aa } .spread { stroke: #808080 }</style>
            %s</svg>
            """;

    /**
     * A bar.
     *
     * @param ours whether it is Holdonce's
     * @param least the lowest value of a round, {@code most} the highest
     */
    record Bar(String label, boolean ours, double value, double least, double most, String text) {}

    /** Bars that share a heading and a scale. */
    record Group(String title, List<Bar> bars) {}

    private Plot() {}

    static String svg(String title, List<Group> groups) {
        StringBuilder body = new StringBuilder();
        text(body, 4, 16, "head", title);
        int y = HEAD - 14;
        for (Group group : groups) {
            y += ROW;
            text(body, 4, y, "head", group.title());
            double scale = group.bars().stream().mapToDouble(Bar::most).max().orElse(0);
            for (Bar bar : group.bars()) {
                y += ROW;
                bar(body, y, bar, scale <= 0 ? 1 : scale);
            }
            y += ROW / 2;
        }
        int height = y + ROW;
        return FRAME.formatted(WIDTH, height, WIDTH, height, escape(title), body);
    }

    private static void bar(StringBuilder body, int y, Bar bar, double scale) {
        double width = BARS * bar.value() / scale;
        text(body, 14, y, "", bar.label());
        body.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"12\"/>%n",
                bar.ours() ? "ours" : "other",
                LABEL,
                y - 11,
                Math.max(width, 0.5)));
        body.append(String.format(
                Locale.ROOT,
                "<line class=\"spread\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>%n",
                LABEL + BARS * bar.least() / scale,
                LABEL + BARS * bar.most() / scale,
                y - 5,
                y - 5));
        double right = LABEL + BARS * Math.max(bar.value(), bar.most()) / scale + 6;
        text(body, (int) Math.round(right), y, "", bar.text());
    }

    private static void text(StringBuilder body, int x, int y, String style, String text) {
        body.append(String.format(
                Locale.ROOT, "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n", style, x, y, escape(text)));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
