{{- define "staking-agent.labels" -}}
app.kubernetes.io/name: staking-agent
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
